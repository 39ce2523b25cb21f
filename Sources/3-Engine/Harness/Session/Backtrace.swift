import Foundation
import Support

/// The stack of a process that crashed, from the text that Swift's runtime writes of it.
package struct Backtrace: Hashable, Sendable {
  /// A call on the stack.
  package struct Call: Hashable, Sendable, CustomStringConvertible {
    let function: String
    /// The source file; `nil` where the program has no debug information of it.
    let path: String?
    let line: String
    /// Indicates whether this is a function of the system, of the language or of the compiler.
    let isForeign: Bool

    /// The function with its file, from the working folder if it is in it, and line.
    package var description: String {
      let folder = FileManager.default.currentDirectoryPath + "/"
      return function
        + (path.map { " at \($0.hasPrefix(folder) ? $0.dropFirst(folder.count) : $0[...]):\(line)" }
          ?? "")
    }
  }

  /// The calls, the innermost first.
  package let calls: [Call]
  /// The text without the parts that differ between runs.
  package let text: String

  /// Reads the text of the runtime, and ignores lines that are no calls, and calls that the
  /// compiler made.
  package init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("Backtrace took") }
    calls = lines.compactMap { Call(line: $0) }
    let kept = lines.joined(separator: "\n").replacing(/(?: at)? ?0x[0-9a-f]{6,}/, with: "")
    self.text = kept.trimmingCharacters(in: .whitespacesAndNewlines) + "\n"
  }

  /// The innermost call of code that is not MapPressure's own or, if all is, the innermost.
  ///
  /// What is around the harness is the program that started it, and not at fault.
  package var fault: Call? {
    let calls = calls.prefix { $0.path?.hasPrefix(Self.harness) != true }.filter { !$0.isForeign }
    let known = calls.filter { $0.path != nil }
    return known.first { $0.path?.hasPrefix(Self.sources) != true } ?? known.first ?? calls.first
  }

  /// The folder of this module, as the compiler saw it.
  private static let harness = folder("../..")
  /// The folder of all modules of MapPressure.
  private static let sources = folder("../../../..")

  private static func folder(_ way: String, from file: String = #filePath) -> String {
    URL(fileURLWithPath: file + "/" + way).standardized.path + "/"
  }

  /// The value of the variable `SWIFT_BACKTRACE` for which the runtime writes the stack of a crash
  /// into a file; `nil` if the toolchain of the `swift` on the PATH has no program for it.
  package static func setting(
    for file: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map {
      URL(fileURLWithPath: $0 + "/swift").resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().path
    }
    let roots = [environment["SWIFT_ROOT"]].compactMap(\.self) + folders
    return roots.lazy
      .flatMap { root in ["-static", ""].map { "\(root)/libexec/swift/linux/swift-backtrace\($0)" }
      }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map {
        "enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,sanitize=no,"
          + "cache=no,limit=64,output-to=\(file),swift-backtrace=\($0)"
      }
  }
}

extension Backtrace.Call {
  /// Reads a line such as `1 [ra] 0x0123 Mine.act() + 7 in program at /tmp/Mine.swift:3:45`.
  fileprivate init?(line: Substring) {
    let pattern =
      #/
      \s*\d+\x20+(?<marks>(?:\[\w+\]\x20+)*)0x[0-9a-f]+
      \x20(?<function>.+?)(?:\x20\+\x20\d+)?\x20in\x20(?<image>\S+)
      (?:\x20at\x20(?<path>.+?):(?<line>\d+)(?::\d+)?)?
      /#
    guard let match = line.wholeMatch(of: pattern)?.output else { return nil }
    function = PlainText.shortened(String(match.function), to: 200)
    path = match.path.map { String($0) }
    self.line = match.line.map { String($0) } ?? ""
    isForeign =
      match.function.hasPrefix("_assertionFailure(")
      || ["[system]", "[thunk]"].contains { match.marks.contains($0) }
      || path == nil && match.image.hasPrefix("lib")
  }
}
