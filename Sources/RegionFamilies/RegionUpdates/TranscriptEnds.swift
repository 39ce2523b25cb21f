import ScenarioModel

/// The beginning and the end of a story that may be long: what lies between is counted only.
struct TranscriptEnds {
  /// As many entries are kept of the beginning, and of the end.
  private let endCount: Int
  private var beginning: [Transcript.Entry] = []
  /// The latest entries after the beginning, as a ring.
  private var end: [Transcript.Entry] = []
  /// How many entries came after the beginning.
  private var laterCount = 0
  /// When the first of those happened that are not kept.
  private var firstMissingTime: Int64?

  /// - Parameter endCount: the entries to keep of the beginning and of the end, above 0.
  init(endCount: Int) {
    precondition(endCount > 0, "a story has a beginning and an end")
    self.endCount = endCount
  }

  mutating func append(_ entry: Transcript.Entry) {
    guard beginning.count == endCount else {
      beginning.append(entry)
      return
    }
    if end.count < endCount {
      end.append(entry)
    } else {
      let oldest = laterCount % endCount
      firstMissingTime = firstMissingTime ?? end[oldest].time
      end[oldest] = entry
    }
    laterCount += 1
  }

  /// What is kept, on a clock that begins with the first of it; where entries are missing, one
  /// says how many.
  var told: [Transcript.Entry] {
    let start = beginning.first?.time ?? 0
    let oldest = laterCount % endCount
    var entries = beginning
    if let firstMissingTime {
      let missing = laterCount - end.count
      entries.append(
        Transcript.Entry(time: firstMissingTime, text: "… \(missing) more of them …"))
      entries += end[oldest...] + end[..<oldest]
    } else {
      entries += end
    }
    return entries.map { Transcript.Entry(time: $0.time - start, text: $0.text) }
  }
}
