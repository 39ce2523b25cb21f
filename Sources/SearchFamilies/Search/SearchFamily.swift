import Measurement
import ScenarioModel
import YAMLReading

/// People search for places: they type, and a view model decides what to ask the platform for.
public struct SearchFamily: ScenarioFamily {
  private let entries: [SearchStrategyEntry]

  /// The family with its own strategies and further ones, which come after them.
  public init(adding further: [SearchStrategyEntry] = []) {
    entries = SearchStrategyEntry.standard + further
  }

  public var name: String { "search" }
  public var strategies: [StrategyDescription] { entries.map(\.description) }
  public var metrics: [Metric] { Metric.ofSearch }
  public var keys: [String] { SearchWorkload.keys }
  public var sizeLabel: String { "places" }
  public var frameLabel: String { "all searches of one person" }

  /// The engine's own time is no headline: on a phone it passes on somebody else's server.
  public var headlines: [Metric] {
    [.ndcgAt10, .wantedFound, .requestsThrottled, .searchDurationP50]
  }

  public var terminalColumns: [Metric] {
    [
      .wantedFound, .ndcgAt10, .emptyAnswers, .staleAnswersShown, .requestsSent,
      .requestsThrottled, .searchDurationP50, .searchTimeTotal,
    ]
  }

  public var requirement: ResultRequirement? {
    ResultRequirement(
      metric: .wantedFound, fraction: 0.75,
      summary: "find at least 75 % of the places that the best one finds")
  }

  /// What each setting buys, from nothing set to everything.
  public var ablation: Ablation? {
    Ablation(
      base: "default-request", full: "search-configured",
      settings: [
        Ablation.Setting(
          name: "natural language", leftOut: "configured-but-structured"),
        Ablation.Setting(
          name: "result types", alone: "result-types", leftOut: "configured-without-result-types"),
        Ablation.Setting(
          name: "a region", alone: "region-hint", leftOut: "configured-without-region"),
        Ablation.Setting(
          name: "the region required", alone: "region-required",
          leftOut: "configured-with-region-hint"),
        Ablation.Setting(
          name: "suggestions while typing", alone: "shared-completer",
          leftOut: "configured-without-completer"),
        Ablation.Setting(
          name: "a completer, not searches", leftOut: "configured-per-keystroke"),
      ],
      metrics: [
        .ndcgAt10, .precisionAt10, .wantedFound, .emptyAnswers, .keystrokes, .requestsSent,
        .requestsThrottled, .searchDurationP50,
      ])
  }

  public func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try SearchWorkload(mapping, file: file, entries: entries)
  }
}
