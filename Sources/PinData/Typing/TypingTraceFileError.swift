import MapGeometry

/// Why a file of typed searches could not be used: which file, where in it, what is wrong and what
/// to do.
public struct TypingTraceFileError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Error, Hashable, Sendable {
    /// The operating system refused to open or read the file; `reason` is its message.
    case unreadable(reason: String)
    /// The operating system refused to write the file; `reason` is its message.
    case unwritable(reason: String)
    /// There is no search in the file.
    case emptyFile
    /// The line is no event, or not one that can follow those before it.
    case malformed(expected: String, found: String)
    /// No map can show the region.
    case invalidRegion(Region)
    /// The time is no time of a day, or before that of the person's event before; in seconds.
    case timeNotAscending(time: Double, previous: Double?)
    /// The set has no place of the name near the coordinate. `nearest` is how far away the nearest
    /// place of that name is, in metres; `nil` where there is none.
    case unknownPlace(name: String, coordinate: Coordinate, nearest: Double?)
  }

  /// The file as it was named by the caller.
  public let path: String
  /// The line, from 1, unless the file as a whole is the problem.
  public let line: Int?
  /// What is wrong.
  public let problem: Problem
}

extension TypingTraceFileError: CustomStringConvertible {
  /// One line for people: file, line, problem and remedy.
  public var description: String {
    if let line { "\(path), line \(line): \(problem)" } else { "\(path): \(problem)" }
  }
}

extension TypingTraceFileError.Problem: CustomStringConvertible {
  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .unreadable(let reason):
      "cannot read the file: \(reason). Check the path and its permissions."
    case .unwritable(let reason):
      "cannot write the file: \(reason). Check the folder and its permissions."
    case .emptyFile:
      "the file holds no search: expected at least one. Record the trace again."
    case .malformed(let expected, let found):
      "expected \(expected.excerpt), found \(found.excerpt). Every line is one event; correct it or "
        + "record again."
    case .invalidRegion(let region):
      """
      expected a centre on the earth and a span above 0, at most 180 degrees of latitude and 360 \
      of longitude, found centre (\(region.center.latitude), \(region.center.longitude)), span \
      (\(region.span.latitudeDelta), \(region.span.longitudeDelta)). Leave this search out.
      """
    case .timeNotAscending(let time, let previous?):
      """
      expected a time not before \(previous) s, when the same person's event before was, found \
      \(time) s. Sort each person's events by time.
      """
    case .timeNotAscending(let time, nil):
      """
      expected a time from 0 to 1000000000 s of the person's day, found \(time) s. Correct it or \
      leave this search out.
      """
    case .unknownPlace(let name, let coordinate, let nearest):
      """
      expected a place of the data within \(Int(TypingTrace.farthestMatch)) m of latitude \
      \(coordinate.latitude), longitude \(coordinate.longitude) named "\(name.excerpt)", found \
      \(nearest.map { "the nearest one \(Int($0)) m away" } ?? "none of that name"). Correct the \
      wanted place, leave "wanted" out, or read the trace with the data that it was recorded with.
      """
    }
  }
}

extension TypingTraceFileError.Problem {
  init(_ error: ScanError) {
    switch error {
    case .unreadable(let reason): self = .unreadable(reason: reason)
    case .empty: self = .emptyFile
    case .malformed(let expected, let found): self = .malformed(expected: expected, found: found)
    }
  }
}
