extension SearchStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [SearchStrategyEntry] = [
    SearchStrategyEntry(
      "default-request", DefaultRequest.self,
      summary: "Searches for the typed text when the search key is pressed; nothing is set."),
    SearchStrategyEntry(
      "unretained-request", UnretainedRequest.self,
      summary: "The same with a search that is released at once, and so cancelled."),
    SearchStrategyEntry(
      "structured-query", StructuredQuery.self,
      summary: "Rewrites the text into fields: category:coffee city:berlin."),
    SearchStrategyEntry(
      "search-per-keystroke", SearchPerKeystroke.self,
      summary: "Starts a search for every change of the text and shows every answer that comes."),
    SearchStrategyEntry(
      "completer-per-keystroke", CompleterPerKeystroke.self,
      summary: "Makes a new completer for every change of the text."),
    SearchStrategyEntry(
      "shared-completer", SharedCompleter.self,
      summary: "Keeps one completer, which waits for a pause; searches on a tap or the key."),
    SearchStrategyEntry(
      "result-types", ResultTypes.self,
      summary: "The default request, with the kind of place that is looked for."),
    SearchStrategyEntry(
      "region-hint", RegionHint.self,
      summary: "The default request, with the map's region as a hint."),
    SearchStrategyEntry(
      "region-required", RegionRequired.self,
      summary: "The default request, with the map's region, and nothing outside of it."),
    SearchStrategyEntry(
      "search-configured", SearchConfigured.self,
      summary: "All of it: one completer, result types, the region required, no late answers."),
    configured(
      "search-configured-cached", summary: "The same, and the same question is asked once.",
      .configured.with(\.keepsAnswers, true)),
    configured(
      "configured-but-structured", summary: "search-configured with structured queries.",
      .configured.with(\.asksInNaturalLanguage, false)),
    configured(
      "configured-without-result-types", summary: "search-configured without result types.",
      .configured.with(\.namesResultTypes, false)),
    configured(
      "configured-without-region", summary: "search-configured without a region.",
      .configured.with(\.region, .anywhere)),
    configured(
      "configured-with-region-hint", summary: "search-configured with the region as a hint.",
      .configured.with(\.region, .hint)),
    configured(
      "configured-without-completer",
      summary: "search-configured that does nothing before the search key is pressed.",
      .configured.with(\.whileTyping, .nothing)),
    configured(
      "configured-per-keystroke",
      summary: "search-configured with a search for every change of the text, the last one kept.",
      .configured.with(\.whileTyping, .search)),
  ]

  private static func configured(
    _ name: String, summary: String, _ settings: SearchSettings
  ) -> SearchStrategyEntry {
    SearchStrategyEntry(name, summary: summary) { screen, service in
      SearchConfigured(screen: screen, service: service, settings: settings)
    }
  }
}
