import Foundation
import Reporting
import Support
import Synchronization
import Verdicts

/// The process's standard output, where results go.
///
/// A fault of a standard stream never ends a command: its measurements are kept, and its files are
/// written. The rules are:
///
/// - The reader of standard output closed it, as `head` does: the exit code is that of the result.
/// - Standard output is closed from the start, or cannot be written, as on a full disk: the output
///   is lost. A message goes to standard error, and a command that would pass has exit code 1. Any
///   other exit code stays.
/// - Standard error carries progress and messages. If it cannot be written, the command continues
///   without them.
/// - Standard input is read by workers, and by the questions of `advise`.
final class StandardOutput: Sendable {
  private let failure = Mutex<DescriptorOutput.Failure?>(nil)

  /// Prints lines as plain text: without control sequences of a terminal or of a service that shows
  /// the log.
  func print(_ text: String, terminator: String = "\n") {
    write(PlainText.lines(text) + terminator)
  }

  /// Prints lines with the colors of verdicts, where there is a terminal that shows them.
  func printSummary(_ text: String) {
    let plain = PlainText.lines(text)
    let isColored =
      width != nil && TerminalColor.isOn(in: ProcessInfo.processInfo.environment)
    write((isColored ? TerminalColor.colored(plain) : plain) + "\n")
  }

  /// Writes a document unchanged; the document itself has to escape what comes from data.
  func write(_ document: String) {
    failure.withLock { failure in
      // A document with a gap would be a different document.
      guard failure == nil else { return }
      do throws(DescriptorOutput.Failure) {
        try DescriptorOutput.write(Array(document.utf8)[...], to: STDOUT_FILENO)
      } catch {
        failure = error
      }
    }
  }

  /// The columns of the terminal; `nil` if there is none.
  var width: Int? { TerminalWidth.columns(of: STDOUT_FILENO) }

  /// The reason why output is lost; `nil` if none is, or if the reader closed the stream.
  var loss: String? {
    failure.withLock { $0 }.flatMap { $0.code == EPIPE ? nil : $0.reason }
  }
}

/// The process's standard error, where progress and errors go, so that results can be piped.
enum StandardError {
  private static let maxMessageLength = 2_000

  /// Writes lines as plain text: without control sequences of a terminal or of a service that shows
  /// the log.
  static func write(_ text: String) {
    writeBytes(of: PlainText.lines(text))
  }

  /// Writes an error in one line.
  static func write(_ error: any Error, from program: String? = "mappressure") {
    // Descriptions of the system library's errors are dictionaries.
    let description =
      error is CocoaError || error is POSIXError ? FileFault.reason(error) : "\(error)"
    let message = PlainText.shortened(PlainText.line(description), to: maxMessageLength)
    write((program.map { $0 + ": " } ?? "") + message + "\n")
  }

  /// Writes over the terminal's last line.
  static func rewrite(_ text: String) {
    // At most one line: a wrapped line cannot be overwritten.
    writeBytes(of: eraser + PlainText.line(text).prefix(width - 1))
  }

  private static let eraser = "\r\u{1B}[2K"

  private static func writeBytes(of text: String) {
    // A message that cannot be written does not stop the command; see `StandardOutput`.
    try? DescriptorOutput.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }

  /// `true` if standard error is a terminal on which a line can be written over.
  static var isLive: Bool {
    isatty(STDERR_FILENO) == 1 && !TerminalColor.isDumb(in: ProcessInfo.processInfo.environment)
  }

  /// The terminal's columns; 80 if they are not known.
  static var width: Int { TerminalWidth.columns(of: STDERR_FILENO) ?? 80 }
}

/// The file descriptors 0, 1 and 2, which are reserved for the standard streams.
enum ClosedStreams {
  /// Opens the standard streams that are closed; otherwise the next file that is opened would get
  /// one of their numbers, and the output would go to it.
  ///
  /// Each stream is opened for the direction that it is not used in. Reading or writing it still
  /// fails (`EBADF`), so that a command that prints detects that it was closed.
  static func reserve() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // `open` returns the lowest free number: this stream's, as those below it are open.
      _ = open("/dev/null", mode)
    }
  }
}

/// The output of a comparison for a continuous integration service, in addition to its files.
struct ServiceOutput: Sendable {
  /// `true` if GitHub's annotations go to standard output.
  var annotates = false
  /// A file to append Markdown to, such as the one that `GITHUB_STEP_SUMMARY` names.
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

/// The width of a terminal.
enum TerminalWidth {
  /// Returns the columns of the terminal of a file descriptor; `nil` for a pipe or a file, or if
  /// the terminal does not report them.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
    return Int(size.ws_col)
  }
}
