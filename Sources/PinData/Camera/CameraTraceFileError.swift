import MapGeometry

/// Why a file of camera frames could not be used: which file, where in it, what is wrong and what
/// to do.
public struct CameraTraceFileError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The operating system refused to open or read the file; `reason` is its message.
    case unreadable(reason: String)
    /// The operating system refused to write the file; `reason` is its message.
    case unwritable(reason: String)
    /// There is no frame in the file.
    case emptyFile
    /// The line is no frame.
    case malformed(expected: String, found: String)
    /// No map can show the region.
    case invalidRegion(Region)
    /// The time is not later than that of the frame before.
    case timeNotIncreasing(time: Double, previous: Double?)
  }

  /// The file as it was named by the caller.
  public let path: String
  /// The line, from 1, unless the file as a whole is the problem.
  public let line: Int?
  /// What is wrong.
  public let problem: Problem
}

extension CameraTraceFileError: CustomStringConvertible {
  /// One line for people: file, line, problem and remedy.
  public var description: String {
    if let line { "\(path), line \(line): \(problem)" } else { "\(path): \(problem)" }
  }
}

extension CameraTraceFileError.Problem: CustomStringConvertible {
  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .unreadable(let reason):
      "cannot read the file: \(reason). Check the path and its permissions."
    case .unwritable(let reason):
      "cannot write the file: \(reason). Check the folder and its permissions."
    case .emptyFile:
      "the file holds no frame: expected at least one. Record the trace again."
    case .malformed(let expected, let found):
      "expected \(expected.excerpt), found \(found.excerpt). Every line is one frame; correct it or "
        + "record again."
    case .invalidRegion(let region):
      """
      expected a centre on the earth and a span above 0, at most 180 degrees of latitude and 360 \
      of longitude, found centre (\(region.center.latitude), \(region.center.longitude)), span \
      (\(region.span.latitudeDelta), \(region.span.longitudeDelta)). Leave this frame out.
      """
    case .timeNotIncreasing(let time, let previous?):
      """
      expected a time after \(previous) s, found \(time) s. Sort the frames by time and keep one \
      for each.
      """
    case .timeNotIncreasing(let time, nil):
      "expected a time in seconds, found \(time). Correct it or leave this frame out."
    }
  }
}

extension CameraTraceFileError.Problem {
  init(_ error: ScanError) {
    switch error {
    case .unreadable(let reason): self = .unreadable(reason: reason)
    case .empty: self = .emptyFile
    case .malformed(let expected, let found): self = .malformed(expected: expected, found: found)
    }
  }
}
