import ScenarioModel

/// Two values of a metric as bars of one scale: the naive strategy's or the base's above, the one to
/// take or the head's below.
struct BarPair {
  /// One of the two bars.
  struct Side {
    let value: Double
    /// True for a value that does not reach what is wanted.
    var isMissed = false
    /// The place of the number's samples and parameters in the page's data; `nil` for none.
    var place: String?
  }

  let metric: Metric
  /// What the reader should know below the label.
  let note: String
  let upper: Side
  let lower: Side

  /// The bars in a page.
  var html: String {
    Template.fragments.text(
      of: "pair",
      [
        "label": .text(metric.phrase), "note": .text(note), "sides": .list(sides),
      ])
  }

  /// The values for each bar, the upper one first.
  var sides: [TemplateValues] {
    let high = max(upper.value, lower.value)
    return zip(["naive", "own"], [upper, lower]).map { name, side in
      let text = HTMLText.numbers(NumberFormat.text(side.value, metric.unit))
      let share = high > 0 && side.value > 0 ? (1_000 * side.value / high).rounded() / 10 : 0
      return [
        "side": .text(name), "value": .html(text), "width": .text("\(share)"),
        "place": .text(side.place ?? ""), "isPlain": .flag(side.place == nil),
        "isMissed": .flag(side.isMissed),
      ]
    }
  }
}

extension Metric {
  /// What the number says of the app, with a gap in its place: `The map freezes for …`.
  fileprivate var phrase: String {
    (effect?.replacing("{}", with: "…") ?? label).capitalizedAtStart
  }
}
