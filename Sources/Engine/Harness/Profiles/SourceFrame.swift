import Foundation
import Subprocess

/// A function of the source at an address of a program, which may be inlined into the next one.
package struct SourceFrame: Hashable, Sendable {
  /// The name without types, modules and the numbers of closures, which differ between two programs:
  /// `closure in Driver.show(_:)`.
  package let label: String
  /// The file, from the working folder if it is in it, and the line, 0 where it is not known; `nil`
  /// for code of the compiler, the language and the system, which have no debug information.
  package let place: String?

  /// `true` for the function that is on the stack only while the replay runs.
  package var isCountedPart: Bool { label == CountedPart.functionName }
  /// `true` for any other function with a source, apart from the toolchain's headers, and from what
  /// the compiler makes of an initializer: `View.__allocating_init()`.
  package var isOwn: Bool {
    place?.contains("/usr/lib/swift") == false && !isCountedPart && !label.contains(".__")
  }

  /// Returns the functions at some addresses of a program, the innermost first.
  ///
  /// - Throws: ``ProfileUnavailable`` where none has a source; `SubprocessError` where llvm-symbolizer
  ///   is not in the PATH; `CancellationError`.
  static func frames(
    at addresses: some Sequence<Int>, in program: String
  ) async throws -> [Int: [SourceFrame]] {
    let output = try await Subprocess.run(
      .name("llvm-symbolizer"),
      arguments: [
        "--no-demangle", "--output-style=GNU", "--addresses", "--functions=linkage", "--inlines",
        "--obj=\(program)",
      ], input: .string(addresses.map { "0x\(String($0, radix: 16))\n" }.joined()),
      output: .string(limit: 1 << 29), error: .discarded)
    let frames = frames(in: output.standardOutput)
    guard frames.values.joined().contains(where: \.isOwn) else {
      throw ProfileUnavailable("\(program) has no debug information: build it with -g")
    }
    return frames
  }

  /// Reads an address, and below it pairs of lines: a symbol, and a place such as `/a/b.swift:12`.
  package static func frames(in output: String) -> [Int: [SourceFrame]] {
    let folder = FileManager.default.currentDirectoryPath + "/"
    var read: [Substring: SourceFrame] = [:]
    func frame(_ symbol: Substring, _ line: Substring) -> SourceFrame {
      let place = line.prefixMatch(of: /\/[^<].*:\d+/)?.output.trimmingPrefix(folder)
      return SourceFrame(label: label(of: String(symbol)), place: place.map(String.init))
    }
    var frames: [Int: [SourceFrame]] = [:]
    var (address, symbol): (Int, Substring?) = (0, nil)
    for line in output.split(separator: "\n") {
      if let name = symbol {
        let pair = output[name.startIndex..<line.endIndex]
        let frame = read[pair] ?? frame(name, line)
        read[pair] = frame
        frames[address, default: []].append(frame)
        symbol = nil
      } else if line.hasPrefix("0x"), let next = Int(line.dropFirst(2), radix: 16) {
        address = next
      } else {
        symbol = line
      }
    }
    // Code without lines has the file of what surrounds it.
    let known = Set(
      frames.values.joined().filter { $0.place?.hasSuffix(":0") == false }.map(\.label))
    return frames.mapValues { stack in
      stack.map { .init(label: $0.label, place: known.contains($0.label) ? $0.place : nil) }
    }
  }

  /// Returns the label of a symbol.
  package static func label(of symbol: String) -> String {
    guard let name = demangled(symbol, symbol.utf8.count, nil, nil) else { return symbol }
    defer { free(name) }
    return String(cString: name)
      .replacing(#/(specialized|merged|partial apply for|@objc)\x20|\x20#\d+/#, with: "")
  }
}

#if os(Linux)
  /// Demangles as the runtime does it for the stack of a crash: names of Swift and C++, shortened.
  @_silgen_name("_swift_backtrace_demangle")
  private func demangled(_: UnsafePointer<CChar>, _: Int, _: OpaquePointer?, _: OpaquePointer?)
    -> UnsafeMutablePointer<CChar>?
#else
  /// Valgrind is on Linux only.
  private func demangled(_: String, _: Int, _: Int?, _: Int?) -> UnsafeMutablePointer<Int8>? { nil }
#endif
