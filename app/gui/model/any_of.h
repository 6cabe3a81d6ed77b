// A value of one of many types. A std::variant of so many alternatives costs the compiler seconds
// wherever it is copied or visited; this costs something only where a value is created.
#pragma once

#include <memory>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace locklab::app {

template <class One>
struct Listed {};

/// A list of types. Derives from a tag for each type, so that membership is one base-class test. A
/// list may derive from other lists.
template <class... All>
struct TypeList : Listed<All>... {};

namespace detail {

template <class One>
void destroy(const void* one) {
  delete static_cast<const One*>(one);
}

}  // namespace detail

/// A value of one of the types in `List`. Immutable; copies share it.
template <class List>
class AnyOf {
 public:
  template <class One>
  requires std::is_base_of_v<Listed<One>, List> AnyOf(One one)
      : type_(&typeid(One)),
        one_(static_cast<const void*>(new One(std::move(one))), detail::destroy<One>) {}

  const std::type_info& type() const { return *type_; }
  template <class One>
  bool is() const {
    static_assert(std::is_base_of_v<Listed<One>, List>);
    return *type_ == typeid(One);
  }
  /// The value if it has this type, or null.
  template <class One>
  const One* get_if() const {
    return is<One>() ? static_cast<const One*>(one_.get()) : nullptr;
  }
  /// The value; throws std::bad_cast if it has another type.
  template <class One>
  const One& get() const {
    if (!is<One>()) throw std::bad_cast();
    return *static_cast<const One*>(one_.get());
  }

 private:
  const std::type_info* type_;
  std::shared_ptr<const void> one_;
};

}  // namespace locklab::app
