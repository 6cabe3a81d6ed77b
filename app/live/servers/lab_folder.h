// The temporary folder of a lab's servers. Its owner holds a lock on a file in it while it is
// alive. If a lab and its janitor were killed together, the next lab finds the folder without an
// owner and removes it.
#pragma once

#include <string>
#include <utility>

namespace locklab::app {

class LabFolder {
 public:
  LabFolder() = default;
  /// Removes the folder with its contents.
  ~LabFolder();
  LabFolder(const LabFolder&) = delete;
  LabFolder& operator=(const LabFolder&) = delete;

  /// Makes the folder, which only this user may enter. Returns false with errno set on failure.
  bool make(std::string path);
  const std::string& path() const { return path_; }

 private:
  bool own();

  std::string path_;  ///< empty until made
  int owner_ = -1;    ///< descriptor of the locked file
};

/// Returns a random name for a LabFolder, without its parent: "locklab-0123456789ab".
std::string new_folder_name();

/// Removes this user's lab folders in `parent` whose owners are dead, and nothing else.
void remove_abandoned_folders(const std::string& parent);

}  // namespace locklab::app
