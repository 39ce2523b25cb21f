import Documents
import Foundation

/// A chart with one labelled line for each strategy.
struct LineChart {
  /// A line.
  struct Line {
    let strategy: String
    let points: [(x: Double, y: Double)]
    /// The text behind the strategy's name.
    var note = ""
    /// The value next to which the name stands; `nil` for the last point's.
    var labelledAt: Double?
  }

  /// An axis with its labelled values.
  struct Axis {
    let isLogarithmic: Bool
    let low: Double
    let high: Double
    let ticks: [(value: Double, label: String)]

    /// A logarithmic axis that is a little longer than some values, with labels at powers of ten and, on
    /// a short one, between them.
    static func fitting(_ values: [Double], label: (Double) -> String) -> Axis {
      let low = 0.8 * (values.min() ?? 1)
      let high = max(1.25 * (values.max() ?? 1), 4 * low)
      let steps = high / low > 1_000 ? [1] : [1.0, 2, 5]
      let ticks = (Int(floor(log10(low)))...Int(ceil(log10(high)))).flatMap { power in
        steps.map { $0 * pow(10, Double(power)) }
      }
      return Axis(
        isLogarithmic: true, low: low, high: high,
        ticks: ticks.filter { low <= $0 && $0 <= high }.map { ($0, label($0)) })
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
  private static let frame = (left: 72.0, top: 24.0, right: 300.0, bottom: 248.0)
  private static let height = 280.0
  private static let labelHeight = 16.0
  /// The number of characters that fit next to the lines.
  private static let labelLength = 28

  /// - Parameter color: the class of a strategy's color, `naive`, `taken` or `other`.
  func drawing(_ color: (String) -> String) -> ChartDrawing {
    let groups = self.groups(color)
    // Below many lines there is space for all of their labels.
    let height = max(Self.height, Self.frame.top + Double(groups.count + 1) * Self.labelHeight)
    let heights = y.ticks.map { tick -> TemplateValues in
      ["y": .pixels(vertical(tick.value)), "label": .text(tick.label)]
    }
    // At most four labels fit next to each other.
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
      let places = line.points.map { (x: horizontal($0.x), y: vertical($0.y)) }
      // One of several points that look the same is enough.
      var shown = Array(places.prefix(1))
      for place in places.dropFirst() {
        let last = shown[shown.count - 1]
        if hypot(place.x - last.x, place.y - last.y) >= 2 { shown.append(place) }
      }
      shown += places.suffix(1)
      let points = shown.map { ["x": .pixels($0.x), "y": .pixels($0.y)] as TemplateValues }
      return ["color": .text(color(line.strategy)), "points": .list(points)]
    }
    let shared = groups.filter { $0.count > 2 }.map { LimitedList.all($0.map(\.strategy)) }
    let note =
      shared.isEmpty
      ? note : "\(note) Overlapping lines: \(shared.joined(separator: "; "))."
    return ChartDrawing(
      title: title, note: note, width: 590, height: height,
      content: [
        "isOfLines": .flag(true), "heights": .list(heights), "places": .list(places),
        "marks": .list(marks), "paths": .list(paths),
        "keys": .list(keys(of: groups, height: height, color)),
      ])
  }

  /// The lines that have a label together: those with a color, each with the gray ones that lie on it or
  /// nearly so, and the other gray ones.
  private func groups(_ color: (String) -> String) -> [[Line]] {
    func isSame(_ one: Line, _ other: Line) -> Bool {
      one.points.count == other.points.count
        && zip(one.points, other.points).allSatisfy {
          hypot(horizontal($0.x) - horizontal($1.x), vertical($0.y) - vertical($1.y)) < 2
        }
    }
    let colored = lines.filter { color($0.strategy) != "other" }.map { [$0] }
    return lines.filter { color($0.strategy) == "other" }.reduce(into: colored) { groups, line in
      if let place = groups.firstIndex(where: { isSame($0[0], line) }) {
        groups[place].append(line)
      } else {
        groups.append([line])
      }
    }
  }

  /// The labels of the lines, from the top.
  private func keys(
    of groups: [[Line]], height: Double, _ color: (String) -> String
  ) -> [TemplateValues] {
    let keys = groups.compactMap { group in
      (group[0].labelledAt ?? group[0].points.last?.y).map { (y: vertical($0), group: group) }
    }.sorted { $0.y < $1.y }
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
      let names = key.group.map(\.strategy)
      let all = LimitedList.all(names)
      let label =
        names.count > 1 && all.count > Self.labelLength
        ? "\(names[0]) and \(names.count - 1) more" : all
      return [
        "y": .pixels(place), "color": .text(color(names[0])), "names": .text(all),
        "label": .text(label + key.group[0].note),
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
