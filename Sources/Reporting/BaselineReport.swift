import Foundation
import Gate
import Support

/// The changes of an update of a baseline in one line.
package enum BaselineChangesText {
  /// The number of metrics in the file, and of those that changed.
  package static func text(_ update: BaselineUpdate, file: String) -> String {
    let cases = update.document.run.cases
    let metrics = cases.reduce(0) { $0 + $1.metrics.count }
    let changes = update.changes
    let parts = [
      (changes.better, "better"), (changes.worse, "worse"), (changes.new, "new"),
      (changes.removed, "removed"), (changes.renewed, "otherwise changed"),
      (changes.same, "as before"),
    ]
    var text =
      "\(file): \(LimitedList.counted(cases.count, "case")), "
      + "\(LimitedList.counted(metrics, "metric")): "
      + parts.filter { $0.0 > 0 }.map { "\(NumberFormat.grouped($0.0)) \($0.1)" }
      .joined(separator: ", ")
    if changes.keptCases > 0 {
      text += "; \(LimitedList.counted(changes.keptCases, "case")) not selected and kept"
    }
    return text
  }
}

/// Writes baseline files.
package enum BaselineFileWriter {
  /// Refuses what no file can be put in place of: a folder, a device. Touches nothing.
  package static func check(_ path: String) throws(BaselineError) {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG else { return }
    throw .cannotWrite(path: path, reason: "something that is not a file has the name")
  }

  /// Writes a baseline; the file appears whole, or stays as it was.
  package static func write(
    _ document: Baseline, to path: String
  ) throws(BaselineError) {
    let text: String
    do {
      text = try document.text()
    } catch {
      throw .cannotWrite(path: path, reason: "\(error)")
    }
    do {
      try AtomicFile.write(text, to: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }
}
