import PinData
import ScenarioModel
import Simulation

extension Family where Make == SearchMake {
  /// Searches for places: people type, and a view model decides about requests to the platform.
  public static var search: Self { search(replaying: nil) }

  /// The same with given searches in the place of those that a scenario draws: what happens after
  /// each key can then be said exactly.
  package static func search(replaying typed: TypingTrace?) -> Self {
    let table = SearchRecord.table
    return Family(
      "search", inApp: PackageResources.search_md,
      scene: .service(
        SearchSettings.self, modelledBy: PlatformSource.profileGroups + [.searching]),
      strategies: StrategyEntry.standard, metrics: table.metrics,
      // The time of a replay is the engine's: on a phone, the platform's server does this work.
      isMeasured: false,
      headlines: ["ndcg-at-10", "success-at-10", "requests-throttled", "search-duration-p50"],
      columns: [
        "success-at-10", "precision-at-10", "ndcg-at-10", "empty-answers", "stale-rows-shown",
        "requests-sent", "requests-throttled", "search-duration-p50",
      ],
      sizeLabel: "places", frameLabel: "all searches of one person", ablation: ablation,
      requirement: ResultRequirement(
        metric: table["success-at-10"], fraction: 0.75,
        summary: "find at least 75 % of the places that the best strategy finds"),
      criteria: [
        .judged(table["success-at-10"], .nearBest(0.05)),
        Criterion(table["requests-throttled"], .atMost(0), source: "a throttled request fails"),
        Criterion(
          table["stale-rows-shown"], .atMost(0), source: "rows belong to the text in the field"),
        // After the faults, so that the best of the strategies without one reaches it. Irrelevant
        // rows are the symptom that makes apps look for another service.
        Criterion(
          table["precision-at-10"], .nearBest(0.05),
          source: "this project's judgement, as for the places that are found"),
      ]
    ) { scene, strategy, request in
      let environment = try scene.settings.environment(
        request, on: scene.platform.profile, replaying: typed)
      let people = environment.people
      return scene.session(
        of: request.scenarioCase, people, table, orWhy: "no search was replayed",
        title: environment.title, engine: environment.engine,
        person: { people[$0].first?.person ?? $0 },
        perform: { environment.perform($0, on: $1, make: strategy.make) })
    }
  }

  /// The effect of each setting, from the default request to all settings.
  private static var ablation: Ablation {
    Ablation(
      base: "default-request", full: "completer-region-required",
      settings: [
        .init(name: "natural language", leftOut: "completer-structured-query"),
        .init(
          name: "result types", alone: "result-types", leftOut: "completer-without-result-types"),
        .init(name: "a region", alone: "region-hint", leftOut: "completer-without-region"),
        .init(
          name: "the region required", alone: "region-required", leftOut: "completer-region-hint"),
        .init(
          name: "suggestions while typing", alone: "shared-completer",
          leftOut: "region-required-without-completer"),
        .init(name: "a completer, not searches", leftOut: "region-required-per-keystroke"),
      ],
      metrics: SearchRecord.table.metrics.named(
        "ndcg-at-10", "precision-at-10", "success-at-10", "empty-answers", "keystrokes",
        "requests-sent", "requests-throttled", "search-duration-p50"))
  }
}
