import Foundation

/// How a base is built: as this program was, so that nothing but the code differs.
struct BuildOptions: Hashable, Sendable {
  /// `release` or `debug`.
  let configuration: String
  private let isStatic: Bool

  var arguments: [String] {
    ["-c", configuration] + (isStatic ? ["--static-swift-stdlib"] : [])
  }

  /// With the standard library inside of the program where this one has it inside.
  static var likeThisProgram: BuildOptions {
    #if DEBUG
      let configuration = "debug"
    #else
      let configuration = "release"
    #endif
    return BuildOptions(configuration: configuration, isStatic: hasStandardLibraryInside)
  }

  /// Apple platforms have the standard library in the system.
  private static var hasStandardLibraryInside: Bool {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else {
      return false
    }
    return !maps.contains("libswiftCore.so")
  }
}
