import Foundation
import Reporting
import Support
import Synchronization
import Verdicts

/// Where results go: the process's standard output.
///
/// What happens to the standard streams never ends a command: what it measured is kept, and its
/// files are written. The exit code says the rest, in this one place:
///
/// - Standard output that its reader left, as `head` does: who left has seen enough. The exit code is
///   that of the result.
/// - Standard output that is closed, or cannot take it, as on a full disk: what was asked for is
///   lost. A message goes to standard error, and a command that would pass has exit code 1. Whatever
///   is worse than a pass keeps its own exit code.
/// - Standard error is for progress and messages. Where it cannot take them, the command goes on
///   without.
/// - Standard input is not read but by workers.
final class StandardOutput: Sendable {
  private let failure = Mutex<DescriptorOutput.Failure?>(nil)

  /// Prints lines; nothing in them is obeyed by a terminal or by a service that keeps the log.
  func print(_ text: String, terminator: String = "\n") {
    write(PlainText.lines(text) + terminator)
  }

  /// Writes a document byte by byte: one that escapes itself what came from data.
  func write(_ document: String) {
    failure.withLock { failure in
      // A part that is missing in the middle would make another document.
      guard failure == nil else { return }
      do throws(DescriptorOutput.Failure) {
        try DescriptorOutput.write(Array(document.utf8)[...], to: STDOUT_FILENO)
      } catch {
        failure = error
      }
    }
  }

  /// The columns of the terminal; `nil` where there is none.
  var width: Int? { TerminalWidth.columns(of: STDOUT_FILENO) }

  /// Why a part of the output is lost; `nil` where nothing is, or its reader did not want it.
  var loss: String? {
    failure.withLock { $0 }.flatMap { $0.code == EPIPE ? nil : $0.reason }
  }
}

/// Where progress and errors go, so that what a command prints can be piped.
enum StandardError {
  private static let longestMessage = 2_000

  /// Writes lines; nothing in them is obeyed by a terminal or by a service that keeps the log.
  static func write(_ text: String) {
    writeBytes(of: PlainText.lines(text))
  }

  /// Writes one line that says what is wrong.
  static func write(_ error: any Error, from program: String? = "mappressure") {
    // Errors of the system's library describe themselves as dictionaries.
    let words = error is CocoaError || error is POSIXError ? FileFault.reason(error) : "\(error)"
    let message = PlainText.shortened(PlainText.line(words), to: longestMessage)
    write((program.map { $0 + ": " } ?? "") + message + "\n")
  }

  /// Writes over the terminal's last line.
  static func rewrite(_ text: String) {
    // One line only: a wrapped one could not be overwritten.
    writeBytes(of: eraser + PlainText.line(text).prefix(width - 1))
  }

  private static let eraser = "\r\u{1B}[2K"

  private static func writeBytes(of text: String) {
    // A message that nobody can get is no reason to stop; `StandardOutput` says why.
    try? DescriptorOutput.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }

  /// Whether somebody watches a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's columns; 80 where that cannot be told.
  static var width: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }
}

/// Keeps the numbers of the standard streams for the standard streams.
enum ClosedStreams {
  /// Opens those that are closed: the next file that is opened would else be one of them, and take
  /// what is printed.
  ///
  /// Each is opened for the direction that it is not used in, so that it still cannot be read or
  /// written (`EBADF`), and a command that prints knows that it was closed.
  static func reserve() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free is this one's, as those below it are open by now.
      _ = open("/dev/null", mode)
    }
  }
}

/// What a comparison tells a continuous integration service besides its files.
struct ServiceOutput: Sendable {
  /// Whether GitHub's annotations go to standard output.
  var annotates = false
  /// A file that Markdown is added to, as the one that `GITHUB_STEP_SUMMARY` names.
  var summaryFile: String?

  func write(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool,
    to output: StandardOutput
  ) throws {
    if let summaryFile {
      try StepSummary.append(
        ComparisonMarkdown.text(results, verdict: verdict), to: summaryFile)
    }
    guard annotates else { return }
    for line in WorkflowAnnotations.lines(
      results, verdict: verdict, failsOnInconclusive: failsOnInconclusive)
    {
      // A command to the service, which escapes what came from data.
      output.write(line + "\n")
    }
  }
}

/// How wide the terminals are that somebody reads on.
enum TerminalWidth {
  /// The columns of the terminal behind a file descriptor; `nil` where there is none, as behind a
  /// pipe or a file, or where it does not tell.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
    return Int(size.ws_col)
  }
}
