import Foundation

/// A chart with one labelled line for each strategy.
struct LineChart {
  /// A line.
  struct Line {
    let strategy: String
    let points: [(x: Double, y: Double)]
    /// What is written behind the strategy's name.
    var note = ""
    /// The value beside which the name stands; `nil` for that of the last point.
    var labelledAt: Double?
  }

  /// An axis with its labelled values.
  struct Axis {
    let isLogarithmic: Bool
    let low: Double
    let high: Double
    let ticks: [(value: Double, label: String)]

    /// A logarithmic axis from a power of ten to another one, all of which have labels.
    static func powers(_ powers: ClosedRange<Int>, label: (Double) -> String) -> Axis {
      let values = powers.map { pow(10, Double($0)) }
      return Axis(
        isLogarithmic: true, low: values[0], high: values[values.count - 1],
        ticks: values.map { ($0, label($0)) })
    }

    /// The place of a value, from 0 to 1.
    func position(_ value: Double) -> Double {
      isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
    }
  }

  let title: String
  /// A line below the title; empty for none.
  var note = ""
  let x: Axis
  let y: Axis
  let lines: [Line]
  /// Values of the horizontal axis with a line across the chart.
  var marks: [(value: Double, label: String)] = []

  /// The pixels between which the lines are, as in the template.
  private static let frame = (left: 80.0, top: 24.0, right: 264.0, bottom: 248.0)
  private static let height = 280.0
  private static let labelHeight = 16.0

  /// - Parameter color: the class of a strategy's color, `naive`, `taken` or `other`.
  func drawing(_ color: (String) -> String) -> ChartDrawing {
    // Below many lines there is space for all of their labels.
    let height = max(Self.height, Self.frame.top + Double(lines.count + 1) * Self.labelHeight)
    let heights = y.ticks.map { tick -> TemplateValues in
      ["y": .pixels(vertical(tick.value)), "label": .text(tick.label)]
    }
    // At most four labels have space beside each other.
    let step = (x.ticks.count + 3) / 4
    let places = x.ticks.enumerated().filter { $0.offset % step == 0 }.map { _, tick in
      ["x": .pixels(horizontal(tick.value)), "label": .text(tick.label)] as TemplateValues
    }
    let shown = self.marks.filter { x.low <= $0.value && $0.value <= x.high }
    let marks = shown.enumerated().map { number, mark -> TemplateValues in
      // Labels of two that are near each other stand on either side.
      let anchor = number == 0 && shown.count > 1 ? "end" : "start"
      return [
        "x": .pixels(horizontal(mark.value)), "label": .text(mark.label), "anchor": .text(anchor),
      ]
    }
    // Those of the strategies with a color lie on the others.
    let gray = lines.filter { color($0.strategy) == "other" }
    let colored = lines.filter { color($0.strategy) != "other" }
    let paths = (gray + colored).map { line -> TemplateValues in
      let points = line.points.map { point -> TemplateValues in
        ["x": .pixels(horizontal(point.x)), "y": .pixels(vertical(point.y))]
      }
      return ["color": .text(color(line.strategy)), "points": .list(points)]
    }
    return ChartDrawing(
      title: title, note: note, height: height,
      content: [
        "isOfLines": .flag(true), "heights": .list(heights), "places": .list(places),
        "marks": .list(marks), "paths": .list(paths), "keys": .list(keys(height: height, color)),
      ])
  }

  /// The labels of the lines, from the top.
  private func keys(height: Double, _ color: (String) -> String) -> [TemplateValues] {
    let keys = lines.compactMap { line -> (y: Double, first: Int, line: Line)? in
      guard let value = line.labelledAt ?? line.points.last?.y else { return nil }
      let first = lines.firstIndex { other in
        other.points.elementsEqual(line.points) { $0.x == $1.x && $0.y == $1.y }
      }
      return (vertical(value), first ?? 0, line)
    }.sorted { ($0.y, $0.first) < ($1.y, $1.first) }
    // Labels that would lie on each other are moved down, and up again where they leave the chart.
    var places: [Double] = []
    for key in keys {
      places.append(max(key.y + 4, (places.last ?? -.infinity) + Self.labelHeight))
    }
    var lowest = height - 4
    for index in places.indices.reversed() {
      places[index] = min(places[index], lowest)
      lowest = places[index] - Self.labelHeight
    }
    return zip(places, keys).map { place, key -> TemplateValues in
      // A line that lies on an earlier one hides it, and has its label below.
      let isFirst = lines[key.first].strategy == key.line.strategy
      return [
        "y": .pixels(place), "color": .text(color(key.line.strategy)),
        "label": .text(key.line.strategy + (isFirst ? key.line.note : ": as above")),
      ]
    }
  }

  private func horizontal(_ value: Double) -> Double {
    Self.frame.left + x.position(value) * (Self.frame.right - Self.frame.left)
  }

  private func vertical(_ value: Double) -> Double {
    Self.frame.top + (1 - y.position(value)) * (Self.frame.bottom - Self.frame.top)
  }
}
