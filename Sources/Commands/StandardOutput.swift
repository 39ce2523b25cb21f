import Foundation
import Support
import Synchronization

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
