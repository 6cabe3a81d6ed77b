#include "app/gui/window/shell/window.h"

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "app/gui/layout/easing.h"
#include "app/gui/layout/glow.h"
#include "app/gui/update/look.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/searches.h"
#include "app/gui/update/settings_file.h"
#include "app/gui/window/font_sample.h"
#include "app/gui/window/key_input.h"
#include "app/gui/window/shell/awaited_step.h"
#include "app/gui/window/shell/drawn_frame.h"
#include "app/gui/window/shell/imgui_input.h"
#include "app/gui/window/shell/opengl_window.h"
#include "app/gui/window/shell/picture.h"
#include "app/gui/window/shell/toast_time.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/focus_ring.h"
#include "app/gui/window/widgets/names_text.h"
#include "app/gui/window/widgets/pointer_rest.h"
#include "app/gui/window/widgets/screen_scale.h"
#include "app/workshop/workshop.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

class LabShell {
 public:
  LabShell(const sim::Library& library, GLFWwindow* window)
      : window_(window),
        scenarios_(library.list()),
        sample_(sample_of_all_text(scenarios_)),
        settings_path_(settings_path()),
        workshop_(library, [] { glfwPostEmptyEvent(); }) {
    model_.settings.language = language_of_user();  // until the user chooses another
    if (const auto problem = read_settings(model_, settings_path_)) model_.warning = *problem;
    add_characters(notebook_text(model_.notebook.name, model_.notebook.moments), sample_);
    kept_ = settings_text(model_);
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int code, int action, int modifiers) {
      self(w).came(input::Key{key, code, action, modifiers});
    });
    glfwSetCharCallback(
        window_, [](GLFWwindow* w, unsigned character) { self(w).came(input::Typed{character}); });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
      self(w).came(input::Button{button, action == GLFW_PRESS});
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
      self(w).came(input::Moved{static_cast<float>(x), static_cast<float>(y)});
    });
    glfwSetCursorEnterCallback(
        window_, [](GLFWwindow* w, int in) { self(w).came(input::Entered{in != 0}); });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
      self(w).came(input::Wheel{x, y});
    });
    glfwSetWindowFocusCallback(
        window_, [](GLFWwindow* w, int has) { self(w).came(input::Focused{has != 0}); });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { self(w).must_draw(); });
    glfwSetWindowSizeCallback(window_, [](GLFWwindow* w, int, int) { self(w).must_draw(); });
    glfwSetWindowIconifyCallback(window_, [](GLFWwindow* w, int) { self(w).must_draw(); });
    // On a screen of another density, the same layout needs fonts of another size.
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* w, float, float) { self(w).has_changed(); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
      if (count > 0) self(w).wants_.push_back(intent::Open{paths[0]});
    });
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    ImGui::GetIO().KeyMap[ImGuiKey_Tab] = -1;  // the focus ring uses Tab
    ImGui_ImplOpenGL3_Init("#version 150");
    dress();
  }
  ~LabShell() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  LabShell(const LabShell&) = delete;
  LabShell& operator=(const LabShell&) = delete;

  void open(const std::string& name) {
    for (Intent& wanted : first_wishes(model_.settings, name)) wants_.push_back(std::move(wanted));
  }

  int run() {
    double last = glfwGetTime();
    while (!model_.quit) {
      wait();
      take_input();
      if (glfwWindowShouldClose(window_)) {
        glfwSetWindowShouldClose(window_, GLFW_FALSE);
        wants_.push_back(intent::Quit{});
      }
      const double now = glfwGetTime();
      take_finished();
      if (model_.playing) wants_.push_back(intent::Tick{now - last});
      last = now;
      take_wants();
      await_step(model_, [this] {
        take_finished();
        take_wants();
      });
      toast_.follow(model_.done, now);
      if (toast_.is_over(now)) wants_.push_back(intent::PutDoneAway{});
      dress();
      if (!is_minimised()) frame(now);
      tell_names();
      keep_settings();
    }
    return EXIT_SUCCESS;
  }

 private:
  static constexpr double seconds_between_progress = 0.1;
  static constexpr double seconds_between_frames = 1.0 / 60;
  static constexpr float most_drawn_scale = 4;  ///< a texture cannot hold larger letters
  static constexpr int frames_to_settle = 3;    ///< ImGui lays out with the sizes of the last frame

  static LabShell& self(GLFWwindow* window) {
    return *static_cast<LabShell*>(glfwGetWindowUserPointer(window));
  }

  void has_changed() { changed_ = frames_to_settle; }
  void must_draw() {
    drawn_.forget();
    has_changed();
  }

  void came(const input::Event& event) {
    input_.came(event);
    pointer_.came(event, glfwGetTime());
    if (toast_.is_ended_by(event)) wants_.push_back(intent::PutDoneAway{});
    has_changed();
  }

  /// Handles inputs one at a time, since each may change the model. Input used by the lab is kept
  /// from ImGui: the Enter that opens a dialog must not also accept it.
  void take_input() {
    input_.begin_frame();
    while (const std::optional<input::Event> event = input_.next()) {
      const auto* key = std::get_if<input::Key>(&*event);
      const auto* typed = std::get_if<input::Typed>(&*event);
      const bool taken = (key && takes(*key)) || (typed && takes(*typed));
      if (!taken) input_.tell(window_, *event);
      take_wants();
    }
  }
  bool takes(const input::Key& event) {
    const auto [key, code, action, modifiers] = event;
    if (action == GLFW_RELEASE || (is_typing() && belongs_to_a_field(key, modifiers))) return false;
    if (key == GLFW_KEY_F12) {
      picture_wanted();
      return true;
    }
    if (key == GLFW_KEY_ESCAPE && close_menus()) return true;
    if (ring_.takes(key, modifiers, named_, is_covered(model_))) return !menu_is_open();
    const auto press = press_of_key(key, modifiers);
    return press && pressed(*press);
  }
  bool takes(const input::Typed& typed) {
    if (is_typing() || typed.character == ' ') return false;
    KeyPress press;
    press.character = typed.character;
    return pressed(press);
  }
  void picture_wanted() {
    const char* file = std::getenv("LOCKLAB_PICTURE");
    if (file && *file) {
      picture_ = PictureRequest{file};
    } else {
      wants_.push_back(intent::OpenDialog{true, FileKind::picture});
    }
  }
  /// Handles a key press; returns false if it has no function.
  bool pressed(const KeyPress& press) {
    auto wanted = intent_of(press, model_);
    if (!wanted) return false;
    wants_.push_back(std::move(*wanted));
    return true;
  }

  /// Waits for input, or until a frame, progress report, tooltip or the end of a toast is due.
  void wait() {
    if (is_minimised()) {
      changed_ = 0;  // the window is hidden and needs no frames
      if (model_.playing || model_.pending || !wants_.empty()) {
        glfwWaitEventsTimeout(seconds_between_progress);
      } else {
        glfwWaitEvents();
      }
      return;
    }
    const double now = glfwGetTime();
    if (model_.playing || !wants_.empty() || input_.is_waiting() || easing_.is_moving(now) ||
        glow_.strength(now) > 0) {
      // A frame that was drawn has already waited for the screen.
      is_drawn_ ? glfwPollEvents() : glfwWaitEventsTimeout(seconds_between_frames);
      has_changed();
    } else if (changed_ > 0) {
      --changed_;
      glfwPollEvents();
    } else if (model_.pending) {
      glfwWaitEventsTimeout(seconds_between_progress);
    } else if (const double rest = toast_.due(now, pointer_.due(now)); rest > 0) {
      glfwWaitEventsTimeout(rest);
    } else {
      glfwWaitEvents();
      changed_ = std::max(changed_, 1);  // input callbacks request more frames
    }
  }

  void take_finished() {
    for (Intent& done : workshop_.finished()) wants_.push_back(std::move(done));
  }

  void take_wants() {
    const Settings before = model_.settings;
    const bool full = model_.full_screen;
    for (const Intent& wanted : std::exchange(wants_, {})) {
      const std::optional<Job> job = update(model_, wanted);
      if (add_texts_of(wanted, sample_)) fonts_scale_ = -1;
      if (job.has_value()) start(*job);
      // A progress report needs a single frame.
      changed_ = std::max(changed_, is_progress(wanted) ? 1 : frames_to_settle);
    }
    if (!(before == model_.settings)) styled_ = false;
    if (full != model_.full_screen) fill_screen(window_, model_.full_screen, place_);
  }

  void start(const Job& job) {
    if (const auto* copy = job.work.get_if<work::Copy>()) {
      glfwSetClipboardString(window_, copy->text.c_str());
    } else if (job.work.is<work::Paste>()) {
      const char* text = glfwGetClipboardString(window_);
      if (text && *text) wants_.push_back(intent::Open{text});
    } else if (const auto* picture = job.work.get_if<work::Picture>()) {
      picture_ = PictureRequest{picture->path, job.job};
    } else {
      workshop_.start(job);
    }
  }

  /// Saves changed settings, at most once per second, and when the window closes.
  void keep_settings() {
    const double now = glfwGetTime();
    if (!model_.quit && now < next_keeping_) return;
    next_keeping_ = now + 1;
    std::string text = settings_text(model_);
    if (text == kept_) return;
    if (const auto problem = write_settings(settings_path_, text)) model_.problem = *problem;
    kept_ = std::move(text);
  }

  /// Applies style and fonts if the settings, the screen, the window's size or the characters
  /// changed.
  void dress() {
    int width = 0;
    int height = 0;
    glfwGetWindowSize(window_, &width, &height);
    const float density = screen_scale(window_);
    const auto wide = static_cast<float>(std::max(width, 1));
    const auto high = static_cast<float>(std::max(height, 1));
    float scale = drawn_scale(model_, density, wide, high);
    scale_cut_ = !is_presenting(model_) && scale < wanted_scale(model_, density, wide, high);
    scale = std::min(scale, most_drawn_scale);
    if (scale != scale_) styled_ = false;
    scale_ = scale;
    if (!std::exchange(styled_, true)) apply(Theme::of(model_.settings.theme), scale_);
    if (scale_ == fonts_scale_) return;
    const bool first = fonts_scale_ == 0;  // the first frame uploads the fonts itself
    fonts_scale_ = scale_;
    fonts_ = load_fonts(scale_, sample_);
    must_draw();
    if (!fonts_.missing.empty() && model_.warning.empty())
      model_.warning =
          Sentence::name(Words::in(model_.settings.language).fill("top.fonts", fonts_.missing));
    if (first) return;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }

  bool is_minimised() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE; }

  /// The model to draw: an intermediate state during an animation, otherwise the model itself.
  const Model& drawn_model(double now) {
    // Neither playback nor dragging is animated.
    easing_.follow(model_, now, model_.playing || ImGui::IsMouseDragging(0, 0));
    glow_.follow(model_, now);
    if (!easing_.is_moving(now)) return model_;
    moving_ = model_;
    easing_.place(moving_, now);
    return moving_;
  }

  void frame(double now) {
    ++frames_;
    const Model& drawn = drawn_model(now);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    input_.place_mouse();
    FocusRing::hand_keys_to_menus();
    ImGui::NewFrame();
    named_.clear();
    const View view{drawn,
                    Theme::of(model_.settings.theme),
                    Words::in(model_.settings.language),
                    fonts_,
                    scale_,
                    scenarios_,
                    wants_,
                    named_,
                    workshop_.events(),
                    &glow_.change(),
                    glow_.strength(now),
                    false,
                    ring_.is_shown(),
                    scale_cut_,
                    pointer_.looks(),
                    pointer_.rests(now)};
    shell(view);
    ring_.draw(named_, view.theme, scale_);
    ImGui::Render();
    is_drawn_ = drawn_.is_new(*ImGui::GetDrawData(), view.theme.ground()) || picture_;
    if (!is_drawn_) return;
    paint(view.theme.ground(), [] { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); });
    if (const auto picture = std::exchange(picture_, std::nullopt))
      if (auto outcome = take_picture(window_, *picture)) wants_.push_back(std::move(*outcome));
    glfwSwapBuffers(window_);
  }

  void tell_names() {
    // Settled: nothing moves until the next input or progress report.
    const double now = glfwGetTime();
    const bool settled = (changed_ == 0 || is_minimised()) && wants_.empty() &&
                         !input_.is_waiting() && !model_.playing && !easing_.is_moving(now) &&
                         glow_.strength(now) == 0;
    names_file_.tell(model_,
                     {settled, is_minimised(), frames_, input_.given(),
                      std::string(ring_.widget(named_)), is_typing()},
                     named_);
  }

  GLFWwindow* window_;
  std::vector<sim::ScenarioEntry> scenarios_;
  std::string sample_;
  Model model_;
  std::vector<Intent> wants_;
  std::vector<NamedRectangle> named_;
  NamesFile names_file_;
  Fonts fonts_;
  Easing easing_;
  Glow glow_;
  FocusRing ring_;
  PointerRest pointer_;
  ToastTime toast_;
  ImGuiInput input_;
  DrawnFrame drawn_;
  bool is_drawn_ = false;     ///< the last frame was drawn: it differed, or a picture was taken
  Model moving_;              ///< the intermediate model of an animation
  std::uint64_t frames_ = 0;  ///< frames laid out so far, whether or not they differed
  float scale_ = 0;
  bool scale_cut_ = false;  ///< the window is too small for the wanted scale
  float fonts_scale_ = 0;
  bool styled_ = false;  ///< the style matches the settings
  int changed_ = frames_to_settle;
  std::optional<PictureRequest> picture_;  ///< to be taken from the next frame
  std::string settings_path_;
  std::string kept_;  ///< the settings last read or written, as text
  double next_keeping_ = 0;
  int place_[4] = {100, 100, 1440, 900};
  Workshop workshop_;
};

}  // namespace

std::optional<int> run_window(const sim::Library& library, const WindowOptions& options,
                              std::string& why) {
  const OpenGlWindow window(options.width, options.height, why);
  if (!window) return std::nullopt;
  LabShell lab(library, window.get());
  lab.open(options.open);
  return lab.run();
}

}  // namespace locklab::app
