import Documents
import Foundation
import Reporting
import Support
import Synchronization

/// The target of a stream's text.
package enum StreamTarget: Sendable {
  /// An open file of the process.
  case descriptor(Int32)
  /// Memory, for a command that is run as a value.
  case text(CapturedText)

  func write(_ text: String) throws(DescriptorOutput.Failure) {
    try write(Array(text.utf8))
  }

  /// Writes bytes; memory keeps them as text.
  func write(_ bytes: [UInt8]) throws(DescriptorOutput.Failure) {
    switch self {
    case .descriptor(let descriptor): try DescriptorOutput.write(bytes[...], to: descriptor)
    case .text(let captured): captured.append(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The columns of the terminal; `nil` if there is none.
  var width: Int? {
    guard case .descriptor(let descriptor) = self else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    // A terminal need not know its size.
    return size.ws_col > 1 ? Int(size.ws_col) : 80
  }
}

/// The text that a command has printed.
package final class CapturedText: Sendable {
  private let content = Mutex("")

  /// Creates an empty text.
  package init() {}

  /// The text until now.
  package var text: String { content.withLock { $0 } }

  fileprivate func append(_ text: String) { content.withLock { $0 += text } }
}

/// A standard output, where results go.
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
package final class StandardOutput: Sendable {
  private let target: StreamTarget
  private let failure = Mutex<DescriptorOutput.Failure?>(nil)

  /// Creates an output that goes to a target.
  package init(to target: StreamTarget) {
    self.target = target
  }

  /// That of the process.
  static var ofProcess: StandardOutput { StandardOutput(to: .descriptor(STDOUT_FILENO)) }

  /// Prints lines as plain text: without control sequences of a terminal or of a service that shows
  /// the log.
  func print(_ text: String, terminator: String = "\n") {
    write(PlainText.lines(text) + terminator)
  }

  /// Prints lines with the colors of verdicts, where there is a terminal that shows them.
  func printSummary(_ text: String) {
    let plain = PlainText.lines(text)
    let isColored = width != nil && TerminalColor.isOn(in: ProcessInfo.processInfo.environment)
    write((isColored ? TerminalColor.colored(plain) : plain) + "\n")
  }

  /// Writes a document unchanged; the document itself has to escape what comes from data.
  func write(_ document: String) { write(Array(document.utf8)) }

  /// Writes the content of a file unchanged.
  func write(_ content: [UInt8]) {
    failure.withLock { failure in
      // A document with a gap would be a different document.
      guard failure == nil else { return }
      do throws(DescriptorOutput.Failure) {
        try target.write(content)
      } catch {
        failure = error
      }
    }
  }

  /// Writes a document with tables for other programs: as text where there is a terminal, elsewhere in
  /// Markdown.
  func write(_ document: Document) {
    if width == nil { write(document.text) } else { print(document) }
  }

  /// Prints a document as plain text.
  func print(_ document: Document) {
    let columns = max(width ?? SummaryTable.standardWidth, SummaryTable.minimumWidth)
    print(document.terminalLines(width: columns).joined(separator: "\n"))
  }

  /// Prints lines of words, which a terminal does not break within a word.
  func printProse(_ text: String, terminator: String = "\n") {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(to: width) }
    print(lines.joined(separator: "\n"), terminator: terminator)
  }

  /// The columns of the terminal; `nil` if there is none.
  var width: Int? { target.width }

  /// The reason why output is lost; `nil` if none is, or if the reader closed the stream.
  var loss: String? {
    failure.withLock { $0 }.flatMap { $0.code == EPIPE ? nil : $0.reason }
  }
}

/// A standard error, where progress and errors go, so that results can be piped.
package struct StandardError: Sendable {
  private static let maxMessageLength = 2_000

  private let target: StreamTarget

  /// Creates a stream of messages that goes to a target.
  package init(to target: StreamTarget) {
    self.target = target
  }

  /// That of the process.
  static var ofProcess: StandardError { StandardError(to: .descriptor(STDERR_FILENO)) }

  /// Writes lines as plain text: without control sequences of a terminal or of a service that shows
  /// the log.
  func write(_ text: String) {
    writeBytes(of: PlainText.lines(text))
  }

  /// Writes an error in one line.
  func write(_ error: any Error, from program: String? = "mappressure") {
    if let mistakes = error as? InputError, mistakes.all.count > 1 {
      for mistake in mistakes.all { write(mistake, from: program) }
      return
    }
    // Descriptions of the system library's errors are dictionaries.
    let description =
      error is CocoaError || error is POSIXError ? FileFault.reason(error) : "\(error)"
    let message = PlainText.shortened(PlainText.line(description), to: Self.maxMessageLength)
    writeProse((program.map { $0 + ": " } ?? "") + message)
  }

  /// Writes a line of words, which a terminal does not break within a word.
  func writeProse(_ text: String) {
    let line = PlainText.lines(text).split(separator: "\n").joined(separator: " ")
    write(line.wrapped(to: target.width).joined(separator: "\n") + "\n")
  }

  /// Writes over the terminal's last line.
  func rewrite(_ text: String) {
    // At most one line: a wrapped line cannot be overwritten.
    writeBytes(of: Self.eraser + PlainText.line(text).prefix(width - 1))
  }

  private static let eraser = "\r\u{1B}[2K"

  private func writeBytes(of text: String) {
    // A message that cannot be written does not stop the command; see `StandardOutput`.
    try? target.write(text)
  }

  /// Indicates whether standard error is a terminal on which a line can be written over.
  var isLive: Bool {
    guard case .descriptor(let descriptor) = target else { return false }
    return isatty(descriptor) == 1
      && !TerminalColor.isDumb(in: ProcessInfo.processInfo.environment)
  }

  /// The terminal's columns; 80 if they are not known.
  var width: Int { target.width ?? 80 }
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
