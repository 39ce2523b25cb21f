/// A chart with a row of bars for each label, along one axis.
struct BarChart {
  /// A bar from a value to another one, at whose end a text stands.
  struct Bar {
    let start: Double
    let end: Double
    /// The class of the bar's color in the style of charts.
    let color: String
    var text = ""
  }

  /// A row.
  struct Row {
    let label: String
    /// The color of a dot before the label; empty for none.
    var color = ""
    let bars: [Bar]
    /// The text behind the axis.
    var note = ""
  }

  /// A value with a line across the bars, and a label above them that may be empty.
  struct Mark {
    let value: Double
    var label = ""
    /// The class of the line: `budget` at a value that bars are compared with, `rule` at another one.
    var look = "budget"
  }

  let title: String
  /// A line below the title; empty for none.
  var note = ""
  /// The names of the colors of bars.
  var legend: [(label: String, color: String)] = []
  let rows: [Row]
  var marks: [Mark] = []
  /// The pixels at which the axis begins and ends.
  var axis = (left: 8.0, right: 420.0)
  /// The pixels by which each end of a bar is beyond its value, so that one of no length is seen.
  var overhang = 0.0

  private static let rowHeight = 38.0

  var drawing: ChartDrawing {
    let hasHead = !self.legend.isEmpty || self.marks.contains { !$0.label.isEmpty }
    let top = hasHead ? 24.0 : 4
    let length = Double(self.rows.count) * Self.rowHeight
    let bars = self.rows.flatMap(\.bars)
    let ends = bars.map(\.start) + bars.map(\.end) + self.marks.map(\.value)
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    let scale = high > low ? (axis.right - axis.left) / (high - low) : 1
    func x(_ value: Double) -> Double { axis.left + (value - low) * scale }
    let legend = self.legend.enumerated().map { place, part -> TemplateValues in
      let x = 8 + Double(place) * 130
      return ["x": .pixels(x), "label": .text(part.label), "color": .text(part.color)]
    }
    let marks = self.marks.map { mark -> TemplateValues in
      ["x": .pixels(x(mark.value)), "label": .text(mark.label), "look": .text(mark.look)]
    }
    let rows = self.rows.enumerated().map { place, row -> TemplateValues in
      let bars = row.bars.map { values(of: $0, at: x) }
      return [
        "y": .pixels(Double(place) * Self.rowHeight), "label": .text(row.label),
        "dot": .text(row.color), "remark": .text(row.note), "bars": .list(bars),
      ]
    }
    return ChartDrawing(
      title: title, note: note, height: top + length + 6,
      content: [
        "isOfBars": .flag(true), "top": .pixels(top),
        "length": .pixels(length), "right": .pixels(axis.right + 10), "legend": .list(legend),
        "marks": .list(marks), "rows": .list(rows),
      ])
  }

  private func values(of bar: Bar, at x: (Double) -> Double) -> TemplateValues {
    let isLeft = bar.end < bar.start
    let (left, right) = isLeft ? (x(bar.end), x(bar.start)) : (x(bar.start), x(bar.end))
    return [
      "x": .pixels(left - overhang), "width": .pixels(right - left + 2 * overhang),
      "color": .text(bar.color), "text": .text(bar.text),
      "end": .pixels(isLeft ? left - 5 : right + 5), "anchor": .text(isLeft ? "end" : "start"),
    ]
  }
}
