import ScenarioModel

extension StrategyEntry where Make == SearchMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    configured(
      "default-request", .none,
      summary: "Searches for the typed text when the search key is pressed; sets no options."),
    configured(
      "unretained-request", .none.with(\.keeping, .nothing),
      summary: "Like default-request, but releases the search at once, which cancels it."),
    configured(
      "structured-query", .none.with(\.usesNaturalLanguage, false),
      summary: "Rewrites the text into fields: category:coffee city:berlin."),
    configured(
      "search-per-keystroke", .none.with(\.whileTyping, .search).with(\.keeping, .all),
      summary: "Starts a search for every change of the text and shows every answer that arrives."),
    configured(
      "completer-per-keystroke", .none.with(\.whileTyping, .newCompleter),
      summary: "Makes a new completer for every change of the text."),
    configured(
      "shared-completer", .none.with(\.whileTyping, .completion),
      summary: "Keeps one completer, which waits for a pause; searches on a tap or the key."),
    configured(
      "completion-title", .none.with(\.whileTyping, .completion).with(\.takesTitle, true),
      summary: "Like shared-completer, but searches for the tapped row's title."),
    configured(
      "result-types", .none.with(\.namesResultTypes, true),
      summary: "Like default-request, but with the kind of place that is looked for."),
    configured(
      "region-hint", .none.with(\.region, .hint),
      summary: "Like default-request, but with the map's region as a hint."),
    configured(
      "region-required", .none.with(\.region, .required),
      summary: "Like default-request, but finds only places inside the map's region."),
    configured(
      "types-and-region-hint", .none.with(\.namesResultTypes, true).with(\.region, .hint),
      summary: "Like default-request, but with the kind of place, and the map's region as a hint."),
    configured(
      "types-region-hint-and-category",
      .none.with(\.namesResultTypes, true).with(\.region, .hint).with(\.filtersCategory, true),
      summary: "Like types-and-region-hint, but filters by category if the text names one."),
    StrategyEntry(
      "completer-then-region-hint",
      summary: "Keeps one completer, without a region; finds points of interest with a region hint."
    ) { SearchModel(screen: $0, service: $1) },
    configured(
      "completer-region-required", .all,
      summary: "Keeps one completer, sets result types, requires the region, drops late answers."),
    configured(
      "completer-region-required-cached", .all.with(\.cachesAnswers, true),
      summary: "Like completer-region-required, but asks the same question only once."),
    configured(
      "completer-structured-query", .all.with(\.usesNaturalLanguage, false),
      summary: "Like completer-region-required, but with structured queries."),
    configured(
      "completer-without-result-types", .all.with(\.namesResultTypes, false),
      summary: "Like completer-region-required, but without result types."),
    configured(
      "completer-without-region", .all.with(\.region, .anywhere),
      summary: "Like completer-region-required, but without a region."),
    configured(
      "completer-region-hint", .all.with(\.region, .hint),
      summary: "Like completer-region-required, but with the region as a hint."),
    configured(
      "region-required-without-completer", .all.with(\.whileTyping, .nothing),
      summary: "Like completer-region-required, but does nothing before the search key."),
    configured(
      "region-required-per-keystroke", .all.with(\.whileTyping, .search),
      summary:
        "Like completer-region-required, but searches at each change of the text; keeps the last."),
  ]

  private static func configured(
    _ name: String, _ settings: SearchOptions, summary: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { screen, service in
      ConfiguredSearch(screen: screen, service: service, settings: settings)
    }
  }
}
