import Foundation
import Subprocess

/// A function of the source at an address of a program, which may be inlined into the next one.
package struct SourceFrame: Hashable, Sendable {
  /// The name without types, modules and the numbers of closures, which differ between two programs:
  /// `closure in Driver.show(_:)`.
  package let label: String
  /// The file, from the working folder if the path or its end is in it, and the line, 0 where it is not
  /// known; `nil` for code of the compiler, the language and the system, which have no debug
  /// information.
  package let place: String?

  /// Indicates whether this is the function that is on the stack only while the replay runs.
  package var isCountedPart: Bool { label == CountedPart.functionName }
  /// Indicates whether this is any other function with a source, apart from the toolchain's
  /// headers, and from what the compiler makes of an initializer: `View.__allocating_init()`.
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
  ///
  /// - Parameter folder: the folder from which places are named.
  package static func frames(
    in output: String, from folder: String = FileManager.default.currentDirectoryPath
  ) -> [Int: [SourceFrame]] {
    var read: [Substring: SourceFrame] = [:]
    var files: [Substring: String] = [:]
    func frame(_ symbol: Substring, _ line: Substring) -> SourceFrame {
      guard let place = line.prefixMatch(of: /(\/[^<].*):(\d+)/)?.output else {
        return SourceFrame(label: label(of: String(symbol)), place: nil)
      }
      let file = files[place.1] ?? relative(place.1, to: folder)
      files[place.1] = file
      return SourceFrame(label: label(of: String(symbol)), place: "\(file):\(place.2)")
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

  /// Returns the path from a folder, or the longest end of it that is a file there, as a program may
  /// have been built in another copy of the repository; else the path.
  private static func relative(_ path: Substring, to folder: String) -> String {
    guard !path.hasPrefix(folder + "/") else { return String(path.dropFirst(folder.count + 1)) }
    var end = path.dropFirst()
    while !end.isEmpty {
      if FileManager.default.fileExists(atPath: "\(folder)/\(end)") { return String(end) }
      end = end.drop { $0 != "/" }.dropFirst()
    }
    return String(path)
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
