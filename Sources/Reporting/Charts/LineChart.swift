import Foundation

/// A chart with one labelled line for each strategy.
struct LineChart {
  /// A line; its color is that of the strategy's place in the scenario.
  struct Line {
    let strategy: String
    let number: Int
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

    /// The place of a value, from 0 to 1.
    func position(_ value: Double) -> Double {
      isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
    }
  }

  let title: String
  let x: Axis
  let y: Axis
  let lines: [Line]
  /// Values of the horizontal axis with a line across the chart.
  var marks: [(value: Double, label: String)] = []

  private static let frame = (left: 76.0, top: 40.0, right: 430.0, bottom: 264.0)
  private static let height = 300.0
  private static let labelHeight = 14.0

  var drawing: ChartDrawing {
    // Below many lines there is space for all of their labels.
    let height = max(Self.height, Self.frame.top + Double(lines.count + 1) * Self.labelHeight)
    var drawing = ChartDrawing(title: title, height: height, titleX: Self.frame.left)
    drawAxes(in: &drawing)
    drawMarks(in: &drawing)
    var labels: [(y: Double, line: Line)] = []
    for line in lines {
      drawing.path(
        line.points.map { (horizontal($0.x), vertical($0.y)) }, number: line.number)
      guard let value = line.labelledAt ?? line.points.last?.y else { continue }
      labels.append((vertical(value), line))
    }
    // Labels that would lie on each other are moved down, and up again where they leave the chart.
    var places: [Double] = []
    for label in labels.sorted(by: { $0.y < $1.y }) {
      places.append(max(label.y + 4, (places.last ?? -.infinity) + Self.labelHeight))
    }
    var lowest = height - 4
    for index in places.indices.reversed() {
      places[index] = min(places[index], lowest)
      lowest = places[index] - Self.labelHeight
    }
    for (place, label) in zip(places, labels.sorted(by: { $0.y < $1.y })) {
      // A line that lies on an earlier one hides it.
      let same = lines.first { other in
        other.points.elementsEqual(label.line.points) { $0.x == $1.x && $0.y == $1.y }
      }
      let note =
        same.flatMap { $0.number < label.line.number ? ": as \($0.strategy)" : nil }
        ?? label.line.note
      drawing.label(
        label.line.strategy + note, x: Self.frame.right + 8, y: place, number: label.line.number)
    }
    return drawing
  }

  private func horizontal(_ value: Double) -> Double {
    Self.frame.left + x.position(value) * (Self.frame.right - Self.frame.left)
  }

  private func vertical(_ value: Double) -> Double {
    Self.frame.top + (1 - y.position(value)) * (Self.frame.bottom - Self.frame.top)
  }

  private func drawAxes(in drawing: inout ChartDrawing) {
    for tick in y.ticks {
      let place = vertical(tick.value)
      drawing.line(.rule, from: (Self.frame.left, place), to: (Self.frame.right, place))
      drawing.text(tick.label, x: Self.frame.left - 6, y: place + 4, anchor: .end)
    }
    for tick in x.ticks {
      drawing.text(
        tick.label, x: horizontal(tick.value), y: Self.frame.bottom + 24, anchor: .middle)
    }
  }

  private func drawMarks(in drawing: inout ChartDrawing) {
    let shown = marks.filter { x.low <= $0.value && $0.value <= x.high }
    for (number, mark) in shown.enumerated() {
      let place = horizontal(mark.value)
      drawing.line(.budget, from: (place, Self.frame.top), to: (place, Self.frame.bottom))
      // Labels of two that are near each other stand on either side.
      drawing.text(
        mark.label, x: place, y: Self.frame.top - 6,
        anchor: number == 0 && shown.count > 1 ? .end : .start)
    }
  }
}
