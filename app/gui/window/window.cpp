#include "app/gui/window/window.h"

#include <fmt/format.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "app/gui/branches.h"
#include "app/gui/keys.h"
#include "app/gui/settings_file.h"
#include "app/gui/window/font_sample.h"
#include "app/gui/window/picture.h"
#include "app/gui/window/view.h"
#include "app/gui/workshop.h"

namespace locklab::app {

namespace {

class Window {
 public:
  Window(const sim::Library& library, GLFWwindow* window)
      : window_(window),
        scenarios_(library.list()),
        sample_(sample_of_all_text(scenarios_)),
        settings_path_(settings_path()),
        workshop_(library, [] { glfwPostEmptyEvent(); }) {
    if (const auto problem = read_settings(model_, settings_path_)) model_.problem = *problem;
    kept_ = settings_text(model_);
    glfwSetWindowUserPointer(window_, this);
    // Before ImGui's own, which call these in turn.
    glfwSetKeyCallback(window_, on_key);
    glfwSetCharCallback(window_, on_character);
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { self(w).has_changed(); });
    // Also what comes while the frames after an earlier event are drawn asks for frames of its own:
    // a menu that opened in the last of them would stay without a place until the mouse moves.
    glfwSetMouseButtonCallback(window_,
                               [](GLFWwindow* w, int, int, int) { self(w).has_changed(); });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { self(w).has_changed(); });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { self(w).has_changed(); });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { self(w).has_changed(); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
      if (count > 0) self(w).wants_.push_back(intent::Open{paths[0]});
    });
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    ImGui_ImplOpenGL3_Init("#version 150");
    dress();
  }
  ~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void open(const std::string& name) { wants_.push_back(intent::Open{name}); }

  int run() {
    double last = glfwGetTime();
    while (!model_.quit) {
      wait();
      if (glfwWindowShouldClose(window_)) {
        glfwSetWindowShouldClose(window_, GLFW_FALSE);
        wants_.push_back(intent::Quit{});
      }
      const double now = glfwGetTime();
      for (Intent& done : workshop_.finished()) wants_.push_back(std::move(done));
      if (model_.playing) wants_.push_back(intent::Tick{now - last});
      last = now;
      take_wants();
      frame();
      keep_settings();
    }
    return EXIT_SUCCESS;
  }

 private:
  static constexpr double seconds_between_progress = 0.1;
  static constexpr int frames_to_settle = 3;  ///< ImGui lays out with the sizes of the frame before

  static Window& self(GLFWwindow* window) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(window));
  }

  void has_changed() { changed_ = frames_to_settle; }

  static void on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
    self(window).has_changed();
    const bool typing = ImGui::GetIO().WantTextInput && key != GLFW_KEY_ESCAPE &&
                        (key < GLFW_KEY_F1 || key > GLFW_KEY_F25);
    if (action == GLFW_RELEASE || typing) return;
    KeyPress press;
    press.shift = modifiers & GLFW_MOD_SHIFT;
    switch (key) {
      case GLFW_KEY_SPACE:
        press.key = Key::space;
        break;
      case GLFW_KEY_LEFT:
        press.key = Key::left;
        break;
      case GLFW_KEY_RIGHT:
        press.key = Key::right;
        break;
      case GLFW_KEY_HOME:
        press.key = Key::home;
        break;
      case GLFW_KEY_END:
        press.key = Key::end;
        break;
      case GLFW_KEY_ESCAPE:
        press.key = Key::escape;
        break;
      case GLFW_KEY_F11:
        press.key = Key::f11;
        break;
      case GLFW_KEY_Q:
      case GLFW_KEY_Z:
      case GLFW_KEY_Y:
      case GLFW_KEY_O:
      case GLFW_KEY_S:
      case GLFW_KEY_C:
      case GLFW_KEY_V:
        if (!(modifiers & GLFW_MOD_CONTROL)) return;
        press.control = true;
        press.character = static_cast<char32_t>('a' + (key - GLFW_KEY_A));
        break;
      case GLFW_KEY_EQUAL:
      case GLFW_KEY_KP_ADD:
      case GLFW_KEY_MINUS:
      case GLFW_KEY_KP_SUBTRACT:
        if (!(modifiers & GLFW_MOD_CONTROL)) return;
        press.control = true;
        press.character = key == GLFW_KEY_EQUAL || key == GLFW_KEY_KP_ADD ? '+' : '-';
        break;
      case GLFW_KEY_F12:
        self(window).picture_wanted();
        return;
      default:
        return;
    }
    self(window).pressed(press);
  }
  static void on_character(GLFWwindow* window, unsigned character) {
    self(window).has_changed();
    if (ImGui::GetIO().WantTextInput || character == ' ') return;
    KeyPress press;
    press.character = character;
    self(window).pressed(press);
  }
  void picture_wanted() {
    const char* file = std::getenv("LOCKLAB_PICTURE");
    if (file && *file) {
      picture_ = Picture{file};
    } else {
      wants_.push_back(intent::OpenDialog{true, FileKind::picture});
    }
  }
  void pressed(const KeyPress& press) {
    if (auto wanted = intent_of(press, model_)) wants_.push_back(std::move(*wanted));
  }

  /// Until something happens; while something moves, only until the next frame is due.
  void wait() {
    if (model_.playing || !wants_.empty()) {
      glfwPollEvents();
    } else if (changed_ > 0) {
      --changed_;
      glfwPollEvents();
    } else if (model_.pending) {
      glfwWaitEventsTimeout(seconds_between_progress);
    } else {
      glfwWaitEvents();
      has_changed();
    }
  }

  void take_wants() {
    const Settings before = model_.settings;
    const bool full = model_.full_screen;
    const ShownRunPtr run = model_.run;
    for (const Intent& wanted : std::exchange(wants_, {})) {
      const std::optional<Job> job = update(model_, wanted);
      if (job.has_value()) start(*job);
      has_changed();
    }
    if (!(before == model_.settings)) dress();
    if (model_.run && model_.run != run && add_texts_of(*model_.run, sample_)) {
      fonts_scale_ = -1;
      dress();
    }
    if (full != model_.full_screen) set_full_screen();
  }

  void start(const Job& job) {
    if (const auto* copy = std::get_if<work::Copy>(&job.work)) {
      glfwSetClipboardString(window_, copy->text.c_str());
    } else if (std::holds_alternative<work::Paste>(job.work)) {
      const char* text = glfwGetClipboardString(window_);
      if (text && *text) wants_.push_back(intent::Open{text});
    } else if (const auto* picture = std::get_if<work::Picture>(&job.work)) {
      picture_ = Picture{picture->path, job.job};
    } else {
      workshop_.start(job);
    }
  }

  /// Written when something has changed, by the time the window ends at the latest.
  void keep_settings() {
    const double now = glfwGetTime();
    if (!model_.quit && now < next_keeping_) return;
    next_keeping_ = now + 1;
    std::string text = settings_text(model_);
    if (text == kept_) return;
    if (const auto problem = write_settings(settings_path_, text)) model_.problem = *problem;
    kept_ = std::move(text);
  }

  void dress() {
    scale_ = static_cast<float>(model_.settings.scale_percent) / 100;
    if (model_.settings.theme == ThemeName::projector) scale_ *= 1.25f;
    apply(Theme::of(model_.settings.theme), scale_);
    if (scale_ == fonts_scale_) return;
    const bool first = fonts_scale_ == 0;  // then the first frame uploads them
    fonts_scale_ = scale_;
    fonts_ = load_fonts(scale_, sample_);
    if (first) return;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }

  void set_full_screen() {
    if (!model_.full_screen) {
      glfwSetWindowMonitor(window_, nullptr, place_[0], place_[1], place_[2], place_[3], 0);
      return;
    }
    glfwGetWindowPos(window_, &place_[0], &place_[1]);
    glfwGetWindowSize(window_, &place_[2], &place_[3]);
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (mode)
      glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }

  void frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    named_.clear();
    const View view{model_,
                    Theme::of(model_.settings.theme),
                    Words::in(model_.settings.language),
                    fonts_,
                    scale_,
                    scenarios_,
                    wants_,
                    named_,
                    workshop_.events()};
    shell(view);
    ImGui::Render();
    paint(view.theme.background, [] { ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData()); });
    if (const auto picture = std::exchange(picture_, std::nullopt)) save_picture(*picture);
    glfwSwapBuffers(window_);
    tell_names();
  }

  struct Picture {
    std::string path;
    std::uint64_t job = 0;
  };

  void save_picture(const Picture& picture) {
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (!write_picture(picture.path, width, height))
      wants_.push_back(intent::NotSaved{picture.job, fmt::format("cannot write {}", picture.path)});
    else if (picture.job != 0)
      wants_.push_back(intent::Saved{picture.job, FileKind::picture, picture.path, {}});
  }

  /// What the window shows and where its named widgets are, for whoever drives it from outside.
  void tell_names() {
    const char* file = std::getenv("LOCKLAB_WIDGETS");
    if (!file || !*file) return;
    // Nothing moves any more: the next frame comes when somebody does something.
    const bool settled = changed_ == 0 && wants_.empty() && !model_.playing;
    std::string text = fmt::format(
        "@run\t{}\n@events\t{}\n@playing\t{}\n@problem\t{}\n"
        "@settled\t{}\n@lane\t{}\n",
        model_.run ? model_.run->judged.name : "", model_.cursor.events, model_.playing,
        model_.problem, settled, selected_lane(model_));
    for (const NamedRectangle& r : named_)
      text += fmt::format("{}\t{:.0f}\t{:.0f}\t{:.0f}\t{:.0f}{}{}\n", r.name, r.from.x, r.from.y,
                          r.to.x, r.to.y, r.button ? "\tbutton" : "", r.cut ? "\tcut" : "");
    if (text == told_) return;
    told_ = text;
    const std::string part = std::string(file) + ".part";
    std::ofstream(part) << text;
    std::rename(part.c_str(), file);
  }

  GLFWwindow* window_;
  std::vector<sim::ScenarioEntry> scenarios_;
  std::string sample_;
  Model model_;
  std::vector<Intent> wants_;
  std::vector<NamedRectangle> named_;
  std::string told_;
  Fonts fonts_;
  float scale_ = 1;
  float fonts_scale_ = 0;
  int changed_ = frames_to_settle;
  std::optional<Picture> picture_;  ///< wanted of the next frame
  std::string settings_path_;
  std::string kept_;  ///< what the settings file says
  double next_keeping_ = 0;
  int place_[4] = {100, 100, 1440, 900};
  Workshop workshop_;
};

/// As asked for, but no larger than the screen.
void fit_to_screen(int& width, int& height) {
  int x = 0;
  int y = 0;
  int most_width = 0;
  int most_height = 0;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor())
    glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
  if (most_width > 0) width = std::min(width, most_width);
  if (most_height > 0) height = std::min(height, most_height);
}

/// GLFW, for as long as the window needs it.
struct Glfw {
  bool ready = glfwInit() == GLFW_TRUE;
  ~Glfw() {
    if (ready) glfwTerminate();
  }
};

}  // namespace

std::optional<int> run_window(const sim::Library& library, const WindowOptions& options,
                              std::string& why) {
  std::string failed;
  static std::string* last_error = nullptr;
  last_error = &failed;
  glfwSetErrorCallback([](int, const char* text) {
    if (last_error) *last_error = text;
  });
  const Glfw glfw;
  if (!glfw.ready) {
    why = fmt::format("no window can be opened here ({})", failed);
    return std::nullopt;
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  int width = options.width;
  int height = options.height;
  fit_to_screen(width, height);
  const std::unique_ptr<GLFWwindow, void (*)(GLFWwindow*)> window(
      glfwCreateWindow(width, height, "Lock Lab", nullptr, nullptr), glfwDestroyWindow);
  if (!window) {
    why =
        fmt::format("the window needs OpenGL 3.2, and this display does not give it ({})", failed);
    return std::nullopt;
  }
  glfwSetWindowSizeLimits(window.get(), 400, 300, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  Window lab(library, window.get());
  lab.open(options.open);
  const int status = lab.run();
  last_error = nullptr;
  return status;
}

}  // namespace locklab::app
