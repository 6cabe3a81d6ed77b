// The temporary folder of a lab's servers. Its owner holds a lock on a file in it as long as it
// lives. When a lab and its janitor were killed together, the next lab finds the folder without an
// owner, and removes it.
#pragma once

#include <string>
#include <utility>

namespace locklab::app {

class LabFolder {
 public:
  LabFolder() = default;
  /// Removes it with all that is in it.
  ~LabFolder();
  LabFolder(const LabFolder&) = delete;
  LabFolder& operator=(const LabFolder&) = delete;

  /// Makes the folder, which only this user may enter. False: errno has the reason.
  bool make(std::string path);
  const std::string& path() const { return path_; }

 private:
  bool own();

  std::string path_;  ///< empty: not made
  int owner_ = -1;    ///< the locked file
};

/// A name for a folder that nobody else has.
std::string new_folder_name();

/// Removes this user's folders of labs in `parent` whose owners are dead. What else is there stays.
void remove_abandoned_folders(const std::string& parent);

}  // namespace locklab::app
