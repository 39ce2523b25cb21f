import ArgumentParser
import Foundation

/// A program that builds the index of another library.
///
/// It is called as `COMMAND BUILDS FILE`: the number of builds to make, and a file with the pins in
/// their order, each as its longitude and its latitude in 64-bit floating point, little endian. It
/// prints the milliseconds of each build on a line of its own, without the reading of the file.
struct Peer: ExpressibleByArgument {
  let name: String
  /// A command of the shell.
  private let command: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    (name, command) = (parts[0], parts[1])
  }

  /// Returns the nanoseconds of each of a number of builds, all in one process of their own.
  func build(_ count: Int, pins path: String) throws -> [Double] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "\(command) \"$@\"", "sh", "\(count)", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw PeerError.failed(name: name, command: command, status: process.terminationStatus)
    }
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    let times = lines.compactMap { Double($0) }.filter { $0.isFinite && $0 > 0 }
    guard times.count == count, lines.count == count else {
      throw PeerError.malformed(
        name: name, expected: count, found: lines.prefix(3).joined(separator: "\n"))
    }
    return times.map { $0 * 1e6 }
  }
}

extension Peer {
  /// The program's side of a comparison. Its first sample is the first build of a process, as
  /// for other contests; each later sample is the last of several builds, when its memory and its
  /// code are warm.
  func reference(_ workload: Workload) -> Contest.Reference {
    var file: PinFile?
    return .init(name) {
      let count = file == nil ? 1 : min(max(3_000_000 / workload.count, 1), 10)
      let pins = try file ?? PinFile(workload.coordinates)
      file = pins
      return [try build(count, pins: pins.path)[count - 1]]
    }
  }
}

/// The reason why the times of a peer are not known.
enum PeerError: Error, CustomStringConvertible {
  case failed(name: String, command: String, status: Int32)
  case malformed(name: String, expected: Int, found: String)

  var description: String {
    switch self {
    case .failed(let name, let command, let status):
      """
      The peer \(name) ended with \(status), expected 0. Its command is called with the number of \
      builds and a file of pins: \(command)
      """
    case .malformed(let name, let expected, let found):
      """
      The peer \(name) printed "\(found)", expected \(expected) lines, each with the milliseconds \
      of a build and nothing else. Print everything else to the standard error.
      """
    }
  }
}
