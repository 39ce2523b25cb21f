import MapGeometry

extension TypingTrace {
  /// How far from its coordinate a wanted place of a file may lie in the data, in metres.
  static let farthestMatch = 200.0

  /// Reads a trace from a file of JSON lines, one event in each. A search is a line with what the
  /// map shows, one for each text that stood in the field, and one for how it ended:
  ///
  ///     {"person": 0, "time": 12.3, "region": {"center": {"latitude": 52.5, "longitude": 13.4},
  ///      "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.1}},
  ///      "wanted": {"name": "Luna Café", "latitude": 52.51, "longitude": 13.39}}
  ///     {"person": 0, "time": 12.5, "text": "l"}
  ///     {"person": 0, "time": 12.8, "text": "lu"}
  ///     {"person": 0, "time": 14.0, "action": "submit"}
  ///
  /// (the first here broken for the page's width). Times are seconds of the person's day and do not
  /// descend; they are kept to the nanosecond. The lines of several persons may be mixed; the trace
  /// has them by person, and each person's searches by time. The action is "submit" or "select".
  /// Members may come in any order; others are ignored.
  ///
  /// - Parameter places: where a wanted place, which may be left out, is looked for: it is the
  ///   nearest one of exactly this name, at most 200 m away, and the first of equally near ones.
  ///
  /// The first thing that is wrong ends the reading. Blocks while it reads.
  public static func read(
    path: String, places: PlaceSet
  ) throws(TypingTraceFileError) -> TypingTrace {
    var lines: TypingEventLines
    do {
      lines = try TypingEventLines(path: path)
    } catch {
      throw TypingTraceFileError(path: path, line: nil, problem: .init(error))
    }
    var recorded = RecordedSearches(places: places)
    while let event = try nextEvent(of: &lines, path: path) {
      do {
        try recorded.append(event, line: lines.line)
      } catch {
        throw TypingTraceFileError(path: path, line: lines.line, problem: error)
      }
    }
    if let line = recorded.lineOfUnfinishedSearch {
      throw TypingTraceFileError(
        path: path, line: line,
        problem: .malformed(
          expected: "an action that ends the search of this line", found: "the end of the file"))
    }
    guard !recorded.searches.isEmpty else {
      throw TypingTraceFileError(path: path, line: nil, problem: .emptyFile)
    }
    return TypingTrace(searches: recorded.searches)
  }

  private static func nextEvent(
    of lines: inout TypingEventLines, path: String
  ) throws(TypingTraceFileError) -> TypingEvent? {
    do {
      return try lines.next()
    } catch {
      throw TypingTraceFileError(path: path, line: lines.line, problem: .init(error))
    }
  }
}
