/// Paths in scenario files.
package enum FilePath {
  /// A path that a file names, relative to the folder of that file.
  package static func resolve(_ path: String, besides file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}
