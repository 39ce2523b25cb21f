import Documents
import ScenarioModel

/// Two values of a metric as bars of one scale: the naive strategy's or the base's above, the one to
/// take or the head's below.
struct BarPair {
  /// One of the two bars.
  struct Bar {
    let value: Double
    /// Indicates whether the value reaches what is wanted; `nil` where nothing is.
    var isReached: Bool?
    /// The place of the number's samples and parameters in the page's data; `nil` for none.
    var place: String?
  }

  let metric: Metric
  /// The note below the label.
  let note: String
  /// The bound that is wanted; `nil` without one.
  var bound: Double?
  let upper: Bar
  let lower: Bar
  /// The looks of the two bars in the style.
  var looks = ["naive", "own"]

  /// The bars in a page.
  var html: String {
    Template.fragments.text(
      of: "pair",
      [
        "label": .text(metric.title), "note": .text(note), "sides": .list(bars),
        "limit": .text(bound.flatMap { 0 < $0 && $0 <= high ? width($0) : nil } ?? ""),
      ])
  }

  private var high: Double { max(upper.value, lower.value) }

  /// The part of the scale in per cent.
  private func width(_ value: Double) -> String {
    "\(high > 0 && value > 0 ? (1_000 * value / high).rounded() / 10 : 0)"
  }

  /// The values for each bar, the upper one first.
  var bars: [TemplateValues] {
    zip(looks, [upper, lower]).map { name, bar in
      [
        "side": .text(name), "width": .text(width(bar.value)),
        "value": .html(HTMLText.numbers(NumberFormat.text(bar.value, metric.unit))),
        "place": .text(bar.place ?? ""), "isPlain": .flag(bar.place == nil),
        "isMissed": .flag(bar.isReached == false), "isHit": .flag(bar.isReached == true),
      ]
    }
  }
}
