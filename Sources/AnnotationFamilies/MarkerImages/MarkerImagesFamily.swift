import MapSimulation
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The family of pins with icons from files: a strategy decides when a file is decoded, and how many
/// pixels are kept.
public struct MarkerImagesFamily: ScenarioFamily {
  /// The function that makes a strategy; its argument is that of
  /// ``MarkerImageStrategy/init(store:)``.
  public typealias Make = @Sendable (MarkerImageStore) -> any MarkerImageStrategy

  public let description: FamilyDescription
  private let entries: [StrategyEntry<Make>]

  /// Creates the family with its standard strategies, followed by additional ones.
  public init(adding further: [StrategyEntry<Make>] = []) {
    entries = Self.standardEntries + further
    let metrics = Self.table.metrics
    description = FamilyDescription(
      name: "marker-images", strategies: entries.map(\.description), metrics: metrics,
      isMeasured: true,
      headlines: [
        "frame-time-max", "peak-live-bytes", "decodes", "decoded-memory-peak", "hitch-time-ratio",
      ],
      columns: [
        "decodes", "decoded-memory-peak", "hitch-time-ratio", "longest-freeze", "icons-shown",
        "peak-live-bytes", "frame-time-max",
      ],
      sizeLabel: "pins",
      frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: metrics["icons-shown"], fraction: 0.95,
        summary: "show icons for at least 95 % of the time of the best one"),
      criteria: [
        .addedHitches(metrics["added-hitch-time-ratio"]), .longestFreeze(metrics),
        Criterion(
          metrics["decoded-memory-peak"], .atMost(20_000_000),
          source: "this project's judgement: a fifth of what an empty map takes"),
      ])
  }

  public var keys: [ScenarioKey] { MarkerImagesWorkload.keys }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try MarkerImagesWorkload(mapping, file: file, parameters: parameters, entries: entries)
  }
}

/// The record of a replay that its metrics are read from.
struct MarkerImagesRecord {
  let forecast: FrameForecast
  let decodes: Int
  let mainPixels: Int
  let peakPixels: Int
  let viewFrames: Int
  let emptyFrames: Int
  /// The modelled footprint of the app without the pictures.
  let base: Double

  /// Red, green, blue and alpha.
  fileprivate static let bytesPerPixel = 4.0
  fileprivate var peakBytes: Double { Double(peakPixels) * Self.bytesPerPixel }
}

extension MarkerImagesFamily {
  private typealias Table = MetricTable<MarkerImagesRecord>

  static let table =
    Table([
      .init(
        "decodes", .count, .modelled, .lowerIsBetter,
        "Pictures that were decoded, on the main thread or in the background."
      ) { $0.decodes },
      .init(
        "main-pixels-decoded", .count, .modelled, .lowerIsBetter,
        "Pixels that the main thread decoded."
      ) { $0.mainPixels },
      .init(
        "decoded-memory-peak", .bytes, .modelled, .lowerIsBetter,
        "The largest memory of decoded pictures, four bytes a pixel, on screen or waiting with a view "
          + "to be used again."
      ) { $0.peakBytes },
      .init(
        "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
        "The app's memory footprint as the profile predicts it: app, map, annotations, and decoded "
          + "pictures.", role: .footprint
      ) { ($0.base + $0.peakBytes).rounded() },
      .init(
        "icons-shown", .fraction, .modelled, .higherIsBetter,
        "The fraction of the time of all views on the screen in which they had their icon."
      ) {
        MetricValue(
          $0.viewFrames - $0.emptyFrames, of: $0.viewFrames, orWhy: "no view was on the screen")
      },
    ]) + Table.markerForecast { $0.forecast }
}
