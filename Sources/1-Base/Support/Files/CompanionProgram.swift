import Foundation

/// The programs of this repository that have packages of their own.
public enum CompanionProgram {
  /// The path of a program: next to this one, where its package builds it, or installed; `nil` if it
  /// is in none of these places.
  ///
  /// - Parameter folder: the folder of the program's package in the repository.
  public static func path(of name: String, inPackage folder: String) -> String? {
    let own = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    let place = own.resolvingSymlinksInPath().deletingLastPathComponent()
    // .build/<platform>/<configuration>, and the same folder of the other package.
    let package = place.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let built = ["release", "debug"].map {
      package.appendingPathComponent("\(folder)/.build/\($0)/\(name)").path
    }
    let installed = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/\(name)"
    }
    return ([place.appendingPathComponent(name).path] + built + installed)
      .first(where: FileManager.default.isExecutableFile)
  }
}
