import Documents
import Gate
import ScenarioModel
import Support

/// The causes of regressions, for the report in Markdown and for the page.
extension RegressionCause {
  /// The regressions, what the table shows, and the profiles, as inline text.
  var text: String {
    let subject =
      switch kind {
      case .records:
        "the first difference in each record of the two replays; metrics cover the frames until "
          + "then" + (frameLabel.map { "; a frame is \($0.escaped)" } ?? "")
      case .functions: "functions by instructions; functions in which the growth begins come first"
      case .allocations: "allocation sites, by all allocations of the replay"
      case .liveMemory: "allocation sites, by allocations that are live at the peak of the replay"
      }
    let names = metrics.map(\.code).joined(separator: ", ")
    return "**Why \(names) of \(ComparisonCell.name(of: scenarioCase))**: "
      + (notAvailable.map { "not available: " + ComparisonCell.text($0) } ?? subject) + "."
      + (files.isEmpty ? "" : " Profiles: \(files.map(\.code).joined(separator: ", ")).")
  }

  /// The likeliest cause in one line, as data has it; `nil` where none was found.
  var label: String? {
    // A view on the map or an event says more than a number; the transcript comes last.
    let others = differences.dropFirst()
    let event = others.first { $0.record == RecordDifference.viewsOnMap } ?? others.last
    let shown = [differences.first, event].compactMap(\.self).map { difference in
      let (base, head) = (difference.base ?? "nothing", difference.head ?? "nothing")
      let frame = difference == differences[0] && difference.frame != nil ? frameLabel : nil
      let place = Self.place(of: difference) + (frame.map { " (\($0))" } ?? "")
      return "\(difference.record) at \(place): \(base) -> \(head)"
    }
    if !shown.isEmpty { return shown.joined(separator: "; ") }
    guard let row = rows.first else { return nil }
    let growth =
      kind == .functions
      ? "\(NumberFormat.grouped(row.growth.total)) more instructions"
      : "\(NumberFormat.grouped(row.base.count)) -> \(NumberFormat.grouped(row.head.count)) blocks"
    return [row.function, row.place, growth].compactMap(\.self).joined(separator: ", ")
  }

  private static func place(of difference: RecordDifference) -> String {
    difference.frame.map { "frame \(NumberFormat.grouped($0))" }
      ?? difference.time.map { NumberFormat.text(Double($0), .nanoseconds) } ?? ""
  }

  /// The first differences, or the largest growth.
  var table: Table {
    kind == .records ? ofDifferences : ofGrowth
  }

  private var ofDifferences: Table {
    Table(["What differs first", "Where", "Base", "Head"], of: differences) { difference in
      [ComparisonCell.text(difference.record), Self.place(of: difference)]
        + [difference.base, difference.head].map { text in
          text.map { ComparisonCell.text(PlainText.shortened(PlainText.line($0), to: 120)) }
            ?? "nothing"
        }
    }
  }

  private var ofGrowth: Table {
    func amount(_ total: Int) -> String {
      kind == .functions ? NumberFormat.grouped(total) : NumberFormat.text(Double(total), .bytes)
    }
    let count = kind == .functions ? "without calls" : "blocks"
    let numbers = ["Base", "Head", "Change", "Base, \(count)", "Head, \(count)"]
    // The calls of a function are many, those of a site are one.
    let caller: [Table.Column] = kind == .functions ? [] : ["Called by"]
    return Table(["Function", "Place"] + caller, numbers: numbers, of: rows) { row in
      ([row.function, row.place ?? ""] + caller.map { _ in row.caller ?? "" }).map {
        PlainText.shortened(PlainText.line($0), to: 120).code
      } + [row.base.total, row.head.total, row.growth.total].map(amount)
        + [row.base.count, row.head.count].map(NumberFormat.grouped)
    }
  }
}

extension ComparisonMarkdown {
  /// The maximum length of all causes.
  static let maximumCauseBytes = 12_000

  /// The causes of what got worse.
  @DocumentBuilder var causes: Document {
    let shown = results.causes.prefix(9)
    for cause in shown {
      Paragraph(cause.text)
      // The text of each is shorter than 800 bytes.
      Self.shown(cause.table, bytes: Self.maximumCauseBytes / shown.count - 800, "row")
    }
    Self.leftOut(results.causes.count - shown.count, "cause")
  }
}
