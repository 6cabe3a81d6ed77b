# Writes what tests/standalone checks, for ninja. Lines of its input, separated by tabs:
#   FILE includes HEADER     a header of the project, or "<" and one of others
#   SOURCE flags COMMAND     how the compiler is called for it
#   HEADER
$2 == "includes" {
  includes[$1] = includes[$1] "\t" $3
  if ($1 ~ /cpp$/ && folder_of($1) == folder_of($3) && (!($3 in user) || $1 < user[$3])) user[$3] = $1
  next
}
$2 == "flags" && !($1 in flags) {
  gsub(/\\\\/, "\\", $3); gsub(/\\"/, "\"", $3); gsub(/\$/, "$$", $3)
  flags[$1] = flags_in[folder_of($1)] = $3
}
NF == 1 && !($1 in headers) { headers[$1] }

function folder_of(file) { sub(/\/?[^\/]*$/, "", file); return file }

# all_of(FILE): the headers that it reads, also through others, in read[FILE, 1 .. count]; the count.
function all_of(file,    names, n, i, j, below, seen) {
  if (file in count) return count[file]
  count[file] = 0
  n = split(substr(includes[file], 2), names, "\t")
  for (i = 1; i <= n; ++i) {
    if (!((file, names[i]) in reads)) { reads[file, names[i]]; read[file, ++count[file]] = names[i] }
    below = names[i] in headers ? all_of(names[i]) : 0
    for (j = 1; j <= below; ++j)
      if (!((file, read[names[i], j]) in reads)) { reads[file, read[names[i], j]]; read[file, ++count[file]] = read[names[i], j] }
  }
  return count[file]
}

function is_test(file) { return file ~ /^tests\/.*\.cpp$/ && file !~ /bench/ }

# choose(FILE): the header to begin with in first[FILE].
function choose(file,    begin, i, n, header, best) {
  begin = file; sub(/cpp$/, "h", begin)
  if (!(begin in headers)) begin = file
  n = all_of(begin)
  best = begin != file && !((begin, is_test(file)) in refused) ? begin : ""
  for (i = 1; i <= n; ++i) {
    header = read[begin, i]
    if (header in headers && !((header, is_test(file)) in refused) && (best == "" || all_of(header) > all_of(best))) best = header
  }
  first[file] = best
  ++users[best, is_test(file)]
}

# choose_again(HEADER, OF_TESTS): it is not worth it.
function choose_again(header, of_tests,    file) {
  refused[header, of_tests]
  for (file in first) if (first[file] == header && is_test(file) == of_tests) choose(file)
  users[header, of_tests] = 0
}

# flags_of(FILE): a header's are those of a source beside it that includes it, else those of its folder.
function flags_of(file,    folder) {
  if (file in flags) return flags[file]
  if (user[file] in flags) return flags[user[file]]
  for (folder = folder_of(file); folder != "" && !(folder in flags_in);) folder = folder_of(folder)
  return flags_in[folder == "" ? "lock" : folder]
}

# precompiled(HEADER, OF_TESTS): the file with it, and the rule that makes it.
function precompiled(header, of_tests,    text, out) {
  if (header == "" && !of_tests) return ""
  text = of_tests ? alone "/first/tests/" (header == "" ? "gmock" : header) : header
  out = of_tests ? text ".pch" : alone "/first/" header ".pch"
  if (out in made) return out
  made[out]
  if (of_tests) {
    print "build " text ": write\n  text = #include <gmock/gmock.h>" (header == "" ? "" : "\\n#include \"" header "\"")
  }
  print "build " out ": precompile " text
  print "  flags = " flags_of(of_tests ? "tests/support/x" : header)
  return out
}

function check(file,    before) {
  before = precompiled(first[file], is_test(file))
  print "build " alone "/checked/" file ".checked: check " file (before ? " | " before : "")
  print "  flags = " flags_of(file) (before ? " -include-pch " before : "") (file ~ /\.h$/ ? " -x c++ -Wno-pragma-once-outside-header" : "")
}

END {
  for (file in flags) choose(file)
  for (file in headers) {
    source = file; sub(/h$/, "cpp", source)
    if (!(source in flags)) { alone_too[file]; choose(file) }
  }
  for (few = 1; few < least; ++few)
    for (of_tests = 0; of_tests < 2; ++of_tests)
      for (header in headers)
        if (users[header, of_tests] > 0 && users[header, of_tests] <= few) choose_again(header, of_tests)
  for (file in flags) check(file)
  for (file in alone_too) check(file)
}
