import ScenarioModel
import SearchSimulation

/// A strategy that scenarios of the geocoding family may name.
public struct GeocodingStrategyEntry: Sendable, DescribedStrategy {
  public let description: StrategyDescription
  let make: @Sendable (AddressList, SearchService) -> any GeocodingStrategy

  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some GeocodingStrategy).Type, summary: String) {
    description = StrategyDescription(name: name, summary: summary)
    make = { list, service in strategy.init(list: list, service: service) }
  }
}

extension GeocodingStrategyEntry {
  /// The strategies that come with MapPressure, naive ones first.
  public static let standard: [GeocodingStrategyEntry] = [
    GeocodingStrategyEntry(
      "geocode-blocking-main", GeocodeBlockingMain.self,
      summary: "Blocks the main thread on a semaphore until the geocoder has answered."),
    GeocodingStrategyEntry(
      "geocode-bounded-wait", GeocodeBoundedWait.self,
      summary: "Blocks the main thread as well, for three seconds at most."),
    GeocodingStrategyEntry(
      "geocode-per-row", GeocodePerRow.self,
      summary: "Makes a geocoder and a request for every row that appears."),
    GeocodingStrategyEntry(
      "geocode-shared-geocoder", GeocodeSharedGeocoder.self,
      summary: "Gives every row's request to one geocoder, which does one at a time."),
    GeocodingStrategyEntry(
      "geocode-retry-loop", GeocodeRetryLoop.self,
      summary: "A request for every row, made again half a second after every error."),
    GeocodingStrategyEntry(
      "geocode-single-flight-cached", GeocodeSingleFlightCached.self,
      summary: "One request for rows of one place, kept answers, at most 40 requests a minute."),
  ]
}
