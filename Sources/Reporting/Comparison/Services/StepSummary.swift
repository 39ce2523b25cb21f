import Foundation

/// The Markdown that a continuous integration service shows beside a job, such as the file that
/// `GITHUB_STEP_SUMMARY` names: every step adds to its end.
public enum StepSummary {
  /// Adds a text to the end of a file, which is made where there is none.
  public static func append(_ markdown: String, to file: String) throws(ReportingError) {
    guard let stream = fopen(file, "a") else {
      throw .cannotWrite(path: file, reason: String(cString: strerror(errno)))
    }
    let text = Array(markdown.utf8)
    let isWritten = fwrite(text, 1, text.count, stream) == text.count
    let reason = errno
    // What is still in the stream's buffer can fail to reach the disk when it is closed.
    let isClosed = fclose(stream) == 0
    guard isWritten, isClosed else {
      throw .cannotWrite(
        path: file, reason: String(cString: strerror(isWritten ? errno : reason)))
    }
  }
}
