extension RegionFetchStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [RegionFetchStrategyEntry] = [
    RegionFetchStrategyEntry(
      "fetch-each-tick", FetchEachTick.self,
      summary: "Asks for the visible region at every step of a gesture.",
      reasoning: "The delegate hears of every step, so the pins can follow the finger."),
    RegionFetchStrategyEntry(
      "fetch-each-end", FetchEachEnd.self,
      summary: "Asks for the visible region whenever the map says that it has changed.",
      reasoning: "regionDidChange is called when a gesture is over, so once a gesture is enough."),
    RegionFetchStrategyEntry(
      "fetch-debounced", FetchDebounced.self,
      summary: "Asks for the visible region when the map has rested for 300 ms.",
      reasoning: "Whoever still moves the map does not look at it; only rests are worth a fetch."),
    RegionFetchStrategyEntry(
      "fetch-cancelling", FetchCancelling.self,
      summary: "Asks at every region end, and cancels the fetch that is under way.",
      reasoning: "Only the latest region is of interest, so the fetch before it can be given up."),
    RegionFetchStrategyEntry(
      "fetch-padded-cache", FetchPaddedCache.self,
      summary: "Asks for twice the width and height, and not again inside of what is loaded.",
      reasoning: "The next region is mostly near by; what is loaded around it needs no fetch."),
    RegionFetchStrategyEntry(
      "fetch-debounced-padded-cancelling", FetchDebouncedPaddedCancelling.self,
      summary: "All three: waits for a rest, asks for more than is visible, cancels what is older.",
      reasoning:
        "Each of the three keeps something from the server or from the map that the others do not."),
    configured(
      "padded-cancelling", summary: "fetch-debounced-padded-cancelling without the wait.",
      .standard.with(\.restingTime, 0)),
    configured(
      "debounced-cancelling",
      summary: "fetch-debounced-padded-cancelling that asks for what is visible, each time.",
      .standard.with(\.padding, 0).with(\.keepsAnswers, false)),
    configured(
      "debounced-padded", summary: "fetch-debounced-padded-cancelling that cancels nothing.",
      .standard.with(\.cancelsOlderFetches, false)),
  ]

  private static func configured(
    _ name: String, summary: String, _ settings: RegionFetchSettings
  ) -> RegionFetchStrategyEntry {
    RegionFetchStrategyEntry(name, summary: summary, reasoning: nil) { mapView, layer, server in
      FetchDebouncedPaddedCancelling(
        mapView: mapView, layer: layer, server: server, settings: settings)
    }
  }
}
