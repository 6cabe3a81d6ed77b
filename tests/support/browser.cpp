#include "tests/support/browser.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace locklab::test {

namespace {

constexpr int browser_patience_ms = 120'000;
constexpr const char* element_key = "element-6066-11e4-a52e-4f735466cecf";  // of WebDriver

bool ready(int descriptor) {
  pollfd wanted{descriptor, POLLIN, 0};
  return poll(&wanted, 1, browser_patience_ms) > 0;
}

/// Reads until `enough` returns true, or no more bytes come in time.
template <class Enough>
std::string read_until(int descriptor, Enough enough) {
  std::string text;
  std::array<char, 65536> piece{};
  while (!enough(text) && ready(descriptor)) {
    const ssize_t n = ::read(descriptor, piece.data(), piece.size());
    if (n <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(n));
  }
  return text;
}

/// Sends one request, and returns the body of the response.
std::string http(int port, const std::string& method, const std::string& path,
                 const std::string& body) {
  const int door = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(door, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(door);
    throw std::runtime_error("chromedriver does not listen");
  }
  std::string request = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  if (method == "POST")
    request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size());
  request += (method == "POST" ? "\r\n\r\n" : "\r\n") + (method == "POST" ? body : "");
  for (std::size_t sent = 0; sent < request.size();) {
    const ssize_t n = ::send(door, request.data() + sent, request.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) break;
    sent += static_cast<std::size_t>(n);
  }
  const auto whole = [](const std::string& text) {
    const std::size_t head = text.find("\r\n\r\n");
    const std::size_t length = text.find("Content-Length:");
    if (head == std::string::npos || length == std::string::npos) return false;
    return text.size() >= head + 4 + std::stoul(text.substr(length + 15));
  };
  const std::string answer = read_until(door, whole);
  ::close(door);
  const std::size_t head = answer.find("\r\n\r\n");
  if (head == std::string::npos) throw std::runtime_error("chromedriver does not answer");
  return answer.substr(head + 4);
}

}  // namespace

Browser::Browser(int width, int height) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe is left");
  driver_ = ::fork();
  if (driver_ == 0) {
    ::setpgid(0, 0);                     // a group with the browser
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // ends with the test, however that ends
    ::setenv("HOME", folder_.path().c_str(), 1);
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
    ::dup2(ends[1], STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_RDWR), STDERR_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    ::execlp("chromedriver", "chromedriver", "--port=0", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(ends[1]);
  static constexpr std::string_view before = "successfully on port ";
  const std::string said = read_until(ends[0], [](const std::string& text) {
    const std::size_t at = text.find(before);
    return at != std::string::npos && text.find('.', at) != std::string::npos;
  });
  ::close(ends[0]);
  const std::size_t at = said.find(before);
  if (at == std::string::npos)
    throw std::runtime_error(
        "no chromedriver: are chromium and chromium-driver installed "
        "(tests/run installs them)?");
  port_ = std::stoi(said.substr(at + before.size()));

  const Json arguments{"--headless",
                       "--no-sandbox",
                       "--disable-gpu",
                       "--disable-dev-shm-usage",
                       "--disable-background-networking",
                       "--disable-component-update",
                       "--disable-sync",
                       "--no-first-run",
                       "--user-data-dir=" + folder_ / "profile",
                       "--window-size=" + std::to_string(width) + "," + std::to_string(height)};
  const Json wanted{{"browserName", "chrome"},
                    {"goog:loggingPrefs", {{"browser", "ALL"}}},
                    {"goog:chromeOptions", {{"args", arguments}}}};
  const Json started = call("POST", "/session", {{"capabilities", {{"alwaysMatch", wanted}}}});
  session_ = "/session/" + started.at("sessionId").get<std::string>();
}

Browser::~Browser() {
  try {
    if (!session_.empty()) call("DELETE", session_);
  } catch (const std::exception&) {
    // The browser is killed below in any case.
  }
  ::kill(-driver_, SIGKILL);
  ::kill(driver_, SIGKILL);
  ::waitpid(driver_, nullptr, 0);
}

Browser::Json Browser::call(const std::string& method, const std::string& path, const Json& body) {
  const Json answer = Json::parse(http(port_, method, path, body.dump()));
  const Json& value = answer.at("value");
  if (value.is_object() && value.contains("error"))
    throw std::runtime_error(value.value("error", "") + ": " + value.value("message", ""));
  return value;
}

void Browser::open(const std::string& file) {
  call("POST", session_ + "/url", {{"url", "file://" + file}});
}

Browser::Json Browser::element(const std::string& selector) {
  return call("POST", session_ + "/element", {{"using", "css selector"}, {"value", selector}});
}

void Browser::act(const Json& actions) {
  call("POST", session_ + "/actions", {{"actions", Json::array({actions})}});
}

void Browser::click(const std::string& selector, int x, int y) {
  const Json found = element(selector);
  result("document.querySelector(" + Json(selector).dump() +
         ").scrollIntoView({block: 'nearest'})");
  act({{"type", "pointer"},
       {"id", "mouse"},
       {"actions",
        {{{"type", "pointerMove"}, {"origin", found}, {"x", x}, {"y", y}, {"duration", 0}},
         {{"type", "pointerDown"}, {"button", 0}},
         {{"type", "pointerUp"}, {"button", 0}}}}});
}

void Browser::press(const std::vector<std::string>& keys) {
  Json actions = Json::array();
  for (const std::string& key : keys)
    for (const char* half : {"keyDown", "keyUp"})
      actions.push_back({{"type", half}, {"value", key}});
  act({{"type", "key"}, {"id", "keys"}, {"actions", actions}});
}

void Browser::wheel(const std::string& selector, int by) {
  act({{"type", "wheel"},
       {"id", "wheel"},
       {"actions",
        {{{"type", "scroll"},
          {"origin", element(selector)},
          {"x", 0},
          {"y", 0},
          {"deltaX", 0},
          {"deltaY", by},
          {"duration", 0}}}}});
}

std::string Browser::text(const std::string& selector) {
  const std::string id = element(selector).at(element_key);
  return call("GET", session_ + "/element/" + id + "/text").get<std::string>();
}

Browser::Json Browser::result(const std::string& script) {
  return call("POST", session_ + "/execute/sync", {{"script", script}, {"args", Json::array()}});
}

std::vector<std::string> Browser::complaints() {
  std::vector<std::string> said;
  for (const Json& entry : call("POST", session_ + "/se/log", {{"type", "browser"}}))
    if (entry.value("level", "") == "SEVERE") said.push_back(entry.value("message", ""));
  return said;
}

void Browser::picture(const std::string& file) {
  const std::string text = call("GET", session_ + "/screenshot").get<std::string>();
  std::string bytes;
  std::uint32_t bits = 0;
  int kept = 0;
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if ((kept += 6) < 8) continue;
    kept -= 8;
    bytes += static_cast<char>(bits >> kept & 0xff);
  }
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace locklab::test
