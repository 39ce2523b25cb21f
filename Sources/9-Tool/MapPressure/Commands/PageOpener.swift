import Foundation
import Subprocess
import Support

/// Opens a report's page with the program that the system has for pages.
enum PageOpener {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Opens a file; says on standard error where there is no program for it.
  static func show(_ path: String, errors: StandardError) async {
    do {
      let outcome = try await Subprocess.run(
        .name(program), arguments: [URL(fileURLWithPath: path).path], output: .discarded,
        error: .discarded)
      guard outcome.terminationStatus.isSuccess else { throw CannotOpen() }
    } catch {
      errors.write("--open: \(program) cannot open \(PlainText.line(path)); open it in a browser\n")
    }
  }

  private struct CannotOpen: Error {}
}
