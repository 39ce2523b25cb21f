import ScenarioModel
import Simulation
import Support

/// The result of a person's attempt to open a pin.
struct OpeningRecord: Hashable, Sendable {
  enum Outcome: String, Hashable, Sendable {
    case opened
    /// Other markers cover it at the closest zoom.
    case covered = "covered by other markers at the closest zoom"
    /// Its cluster does not open at the closest zoom.
    case stuck = "its cluster does not open"
    /// No marker on the screen stands for it.
    case notShown = "no marker stands for it"
    /// More taps than a person makes.
    case givenUp = "given up"
  }

  var outcome = Outcome.givenUp
  let isStacked: Bool
  /// Taps, pinches and drags.
  var steps = 0
  /// Taps on a cluster after which the map shows the same as before.
  var deadTaps = 0
  /// The distance from the pin's coordinate to its marker's, in metres.
  var positionError = 0.0
  /// Markers that were laid out around a cluster, and the number that others touch.
  var fannedMarkers = 0
  var overlappingMarkers = 0

  private static let noPin = "no pin could be opened"

  /// The metrics of all attempts.
  static let table = MetricTable<[OpeningRecord]>(
    [
      .init(
        "pins-tried", .count, .counted, .neutral, "Pins that people tried to open.", \.count),
      .init(
        "stacked-pins-tried", .count, .counted, .neutral,
        "Pins that people tried at the place of another pin, or within a metre or two of it."
      ) { $0.count(where: \.isStacked) },
      .ratio(
        "pins-reachable", .modelled, .higherIsBetter,
        "The fraction of the pins that could be opened.", effect: "{} of the pins can be opened",
        \.opened.count, of: \.count, orWhy: "no pin was tried"),
      .ratio(
        "stacked-pins-reachable", .modelled, .higherIsBetter,
        "The fraction of the pins in stacks that could be opened.",
        { $0.opened.count(where: \.isStacked) }, of: { $0.count(where: \.isStacked) },
        orWhy: "no pin lies in a stack"),
      .init(
        "single-pins-reachable", .fraction, .modelled, .higherIsBetter,
        "The fraction of the pins with a place of their own that could be opened."
      ) {
        MetricValue(
          $0.opened.count { !$0.isStacked }, of: $0.count { !$0.isStacked },
          orWhy: "each pin lies in a stack")
      },
      .init(
        "pins-covered", .count, .modelled, .lowerIsBetter,
        "Pins that other markers cover even at the closest zoom or after a cluster was laid out."
      ) { $0.count { $0.outcome == .covered } },
      .init(
        "pins-stuck", .count, .modelled, .lowerIsBetter,
        "Pins whose cluster does not open at the closest zoom."
      ) { $0.count { $0.outcome == .stuck } },
      .init(
        "dead-taps", .count, .modelled, .lowerIsBetter,
        "How often a tap on a cluster left the map as it was."
      ) { $0.reduce(0) { $0 + $1.deadTaps } },
    ]
      + MetricTable.Entry.percentiles(
        "steps-per-pin", [.p50, .p95, .max], .count, .modelled,
        "Taps, pinches and drags to open a pin, from the view of all pins; the median opened pin.",
        of: "opened pins", orWhy: noPin,
        effects: [.p95: "95 of 100 pins open within {} steps"]
      ) { $0.opened.map { Double($0.steps) }.sorted() } + [
        .init(
          "position-error-max", .meters, .modelled, .lowerIsBetter,
          "The largest distance from an opened pin to its marker; 0 for a marker that a line joins "
            + "to its pin.", effect: "markers stand up to {} from their place"
        ) { MetricValue($0.opened.map(\.positionError).max(), orWhy: noPin) },
        .init(
          "markers-overlapping", .fraction, .modelled, .lowerIsBetter,
          "Of the markers laid out around clusters, the fraction that touch another such marker; 0 "
            + "if none was laid out."
        ) { attempts in
          let all = attempts.reduce(0) { $0 + $1.fannedMarkers }
          let touching = attempts.reduce(0) { $0 + $1.overlappingMarkers }
          return all == 0 ? 0 : Double(touching) / Double(all)
        },
      ])
}

extension [OpeningRecord] {
  fileprivate var opened: [OpeningRecord] { filter { $0.outcome == .opened } }
}
