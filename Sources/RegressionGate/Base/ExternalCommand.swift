import Foundation
import ScenarioModel
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program of the system that is run to its end.
struct ExternalCommand: Sendable {
  /// The program ended with an error, or could not be started.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// The end of what it said.
    let lastWords: String
    /// What was run.
    let command: String

    var description: String { "'\(command)' failed: \(lastWords)" }
  }

  private let name: String
  private let arguments: [String]
  private let limit: Int

  /// - Parameter limit: the bytes that it may print where its output is wanted.
  init(_ name: String, _ arguments: [String], limit: Int = 1_000_000) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }

  /// What it prints, without the last line break.
  func output() async throws -> String {
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), output: .string(limit: limit),
        error: .string(limit: 1_000_000))
      guard outcome.terminationStatus.isSuccess else {
        throw Failure(lastWords: Self.end(of: outcome.standardError), command: command)
      }
      return outcome.standardOutput.trimmingCharacters(in: .newlines)
    } catch let error as SubprocessError {
      throw Failure(lastWords: "\(error)", command: command)
    }
  }

  private var command: String { ([name] + arguments).joined(separator: " ") }

  /// Runs it with all that it says written to the end of a file.
  func run(log: String) async throws {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        FilePath(log), .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw BaseBuildError.cannotWrite(path: log, reason: "\(error)")
    }
    defer { try? file.close() }
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments),
        output: .fileDescriptor(file, closeAfterSpawningProcess: false),
        error: .fileDescriptor(file, closeAfterSpawningProcess: false))
      try Task.checkCancellation()
      guard outcome.terminationStatus.isSuccess else {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw BaseBuildError.failed(step: command, log: log, lastWords: Self.end(of: text))
      }
    } catch let error as SubprocessError {
      throw BaseBuildError.failed(step: command, log: log, lastWords: "\(error)")
    }
  }

  private static func end(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " | ")
  }
}
