/// Writes a transcript down while it happens; of a long one the beginning.
package final class TranscriptWriter {
  /// More steps than anybody reads.
  private static let greatestCount = 80

  private var entries: [Transcript.Entry] = []
  private var missing = 0

  package init() {}

  package func note(_ text: String, at time: Int64) {
    if entries.count < Self.greatestCount {
      entries.append(Transcript.Entry(time: time, text: text))
    } else {
      missing += 1
    }
  }

  /// Notes what must not be missing, however long the transcript is.
  package func noteAlways(_ text: String, at time: Int64) {
    entries.append(Transcript.Entry(time: time, text: text))
  }

  /// The steps in the order of their times; of one time in the order in which they were noted.
  package func transcript(title: String) -> Transcript {
    let entries = entries.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    guard missing > 0, let last = entries.last else {
      return Transcript(title: title, entries: entries)
    }
    let rest = Transcript.Entry(time: last.time, text: "and \(missing) steps more")
    return Transcript(title: title, entries: entries + [rest])
  }
}
