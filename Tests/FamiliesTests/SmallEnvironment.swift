import Families
import PinData
import ScenarioModel
import TestSupport
import Testing

/// An environment of a family with all its strategies, small enough to be replayed hundreds of
/// times.
struct SmallEnvironment: Sendable, CustomTestStringConvertible {
  let family: String
  /// The family's own lines of a scenario file.
  private let lines: String
  let sizes: [Int]
  /// The modelled metrics that no parameter moves in this environment, each with the reason.
  let unmoved: [String: String]

  private init(_ family: String, sizes: [Int], unmoved: [String: String] = [:], _ lines: String) {
    self.family = family
    self.lines = lines
    self.sizes = sizes
    self.unmoved = unmoved
  }

  var testDescription: String { family }

  /// The places of one city. A file of them takes less time to read than cities to generate.
  private static let places: String = {
    let all = PlaceGenerator.places(count: 20_000, seed: 42).places
    return PlaceFileText.csv(all.filter { $0.city == all.first?.city })
  }()

  /// A platform with limits that few requests and short waits reach.
  private static let limits: String = {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("throttle-limit", 6, "count")
    profile.set("hang-threshold", 2, "s")
    profile.set("watchdog", 4, "s")
    // Many opened places, half of them by mistake.
    profile.set("place-open-share", 0.9, "fraction")
    profile.set("place-slip-share", 0.5, "fraction")
    profile.set("location-off-share", 0.3, "fraction")
    return profile.text
  }()

  func scenario(in folder: TemporaryFolder) throws -> Scenario {
    try trial(in: folder).scenario
  }

  /// - Parameter profile: a profile in place of the environment's own.
  func trial(
    in folder: TemporaryFolder? = nil, profile: ProfileText? = nil
  ) throws -> FamilyTrial {
    let lines =
      profile == nil ? lines : lines.replacing(/profile: [\w.-]+/, with: "profile: profile.yaml")
    return try FamilyTrial(
      #require(FamilyRegistry.standard[family]), lines, sizes: sizes,
      profile: profile ?? ProfileText(basedOn: "iphone-simulator"),
      files: ["places.csv": Self.places, "limits.yaml": Self.limits], folder: folder)
  }

  /// The lines of pins on a screen whose map moves, and the family's others.
  private static func screen(
    _ generator: String = "city", pins: Int, refresh: Int = 12, profile: String = "slow-device",
    trace: String = "pan-and-zoom", frames: Int, seed: Int = 7, lines: String = ""
  ) -> String {
    """
    data: { generator: \(generator), pins: \(pins), seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: \(refresh), profile: \(profile) }
    camera: { trace: \(trace), frames: \(frames), seed: \(seed) }
    \(lines)
    """
  }

  static let all = [
    SmallEnvironment(
      "annotations", sizes: [300],
      unmoved: [
        "overdraw": "an evaluation paints no picture",
        "late-frames": "no frame of a movement takes as long as a refresh of 12 Hz",
        "added-hitch-time-ratio": "as late-frames",
        "cluster-distance": "the largest cluster is the app's own",
      ],
      screen("cities", pins: 300, frames: 60)),
    SmallEnvironment(
      "missing-pins", sizes: [300],
      unmoved: [
        "overdraw": "an evaluation paints no picture",
        "late-frames": "no frame of a movement takes as long as a refresh of 12 Hz",
        "added-hitch-time-ratio": "as late-frames",
        "index-footprint": "no strategy builds an index",
        "missing-time-max": "some pin is missing from the first frame to the last",
        "replaced-at-rest": "no strategy changes a map at rest",
        "cluster-distance": "no strategy makes clusters",
      ],
      screen("cities", pins: 300, frames: 60)),
    SmallEnvironment(
      "annotation-updates", sizes: [60],
      unmoved: [
        "watchdog-terminations": "no frame of so few pins takes as long",
        "crashes": "so few pins are clustered between two frames",
        "unsafe-reads": "so few pins are clustered between two frames",
        "running-time": "so few pins are clustered between two frames, and no frame hangs",
      ],
      screen(
        pins: 60, refresh: 60, frames: 40, seed: 12,
        lines: """
          changes: { location: 5, moving: { pins: 10, rate: 10 }, refresh: { every: 0.15, churn: 0.1 }, taps: 12, seed: 5 }
          """)),
    SmallEnvironment(
      "pin-opening", sizes: [120],
      unmoved: ["position-error-max": "the pin that was moved furthest can always be opened"],
      """
      data: { generator: city, pins: 120, seed: 42 }
      stacks: { share: 0.6, sizes: [2, 20], near: 0.5, spread: 1, seed: 3 }
      device: { viewport: [200, 400], scale: 1, profile: iphone-simulator }
      attempts: 40
      """),
    SmallEnvironment(
      "marker-redraw", sizes: [40],
      unmoved: [
        "added-hitch-time-ratio": "no frame of a movement takes as long as a refresh of 12 Hz"
      ],
      screen(pins: 40, frames: 60, lines: "markers: { size: 48, changes: 3, seed: 3 }")),
    SmallEnvironment(
      "marker-images", sizes: [40],
      unmoved: [
        "decoded-memory-peak": "of so few pins the same ones are on the screen at most",
        "added-hitch-time-ratio": "no frame of a movement takes as long as a refresh of 12 Hz",
      ],
      screen(pins: 40, frames: 60, lines: "images: { kinds: 3, pixels: 64, seed: 3 }")),
    SmallEnvironment(
      "view-annotations", sizes: [20],
      screen(
        pins: 20, refresh: 30, profile: "iphone-simulator", frames: 240,
        lines: "main: { every: 0.5, block: 0.1 }")),
    SmallEnvironment(
      "reused-content", sizes: [60],
      screen(
        pins: 60, refresh: 30, profile: "iphone-simulator", frames: 240,
        lines: "pictures: { failures: 0.1, seed: 3 }")),
    SmallEnvironment(
      "cluster-stability", sizes: [200],
      unmoved: [
        "wander-p50": "the median native cluster stays with any size of collisions",
        "wander-p95": "as wander-p50",
      ],
      screen(pins: 200, refresh: 30, profile: "iphone-simulator", trace: "small-moves", frames: 300)
    ),
    SmallEnvironment(
      "region-updates", sizes: [8],
      unmoved: [
        "first-view-coverage": "no place lies so near the edge that another residual hides it"
      ],
      """
      data: { generator: cities, pins: 100, seed: 42 }
      device: { viewport: [393, 852], scale: 3, refresh: 30, profile: iphone-simulator }
      camera: { trace: pan-and-zoom, frames: 240, seed: 7 }
      map: { fitting: [residual, expanding] }
      events: { commands: 0.5, seed: 3 }
      """),
    SmallEnvironment(
      "region-fetches", sizes: [2_000],
      """
      data: { generator: cities, pins: 2_000, seed: 42 }
      device: { viewport: [393, 852], scale: 3, refresh: 30, profile: iphone-simulator }
      camera: { trace: pan-and-zoom, frames: 600, seed: 8 }
      user: { seed: 5 }
      network: { failures: 0.1, seed: 3 }
      """),
    SmallEnvironment(
      "search", sizes: [90],
      unmoved: ["completers-made": "one person types the same keys in so few searches"],
      """
      places: { file: places.csv }
      typing: { people: 1, searches: 4, seed: 7 }
      platform: { profile: limits.yaml, failures: 0.1, seed: 3 }
      """),
    SmallEnvironment(
      "geocoding", sizes: [1, 16],
      unmoved: ["label-precision": "of so few rows the same ones always have a wrong address"],
      """
      places: { file: places.csv }
      list: { rows: 16, people: 1, seed: 5 }
      platform: { profile: limits.yaml, failures: 0.1, seed: 3 }
      """),
    SmallEnvironment(
      "look-around", sizes: [24],
      """
      places: { file: places.csv }
      list: { rows: 24, people: 12, seed: 5 }
      platform: { profile: limits.yaml, failures: 0.1, seed: 3 }
      """),
    SmallEnvironment(
      "location-authorization", sizes: [60],
      """
      people: { seed: 5 }
      map: { prompting: [never, at-button] }
      platform: { profile: limits.yaml, seed: 3 }
      """),
    SmallEnvironment(
      "map-screens", sizes: [30],
      unmoved: [
        "views-alive": "each item comes into view on each visit, with and without a margin"
      ],
      """
      data: { generator: city, pins: 30, seed: 42 }
      device: { viewport: [200, 400], scale: 1, refresh: 12, profile: iphone-simulator }
      camera: { trace: pan-and-zoom, seconds: 2, seed: 7 }
      screens: { visits: 3, loops: 3, items: other }
      """),
    SmallEnvironment(
      "map-rows", sizes: [60],
      """
      data: { generator: city, pins: 60, seed: 42 }
      device: { viewport: [60, 50], scale: 1, refresh: 60, profile: iphone-simulator }
      list: { rows: 60, pins: 1, people: 1, seed: 5 }
      """),
    SmallEnvironment(
      "travel-times", sizes: [16],
      unmoved: [
        "wrong-rows": "no parameter decides which of so few rows are wrong",
        "outdated-rows": "in so short a visit a person does not walk far enough",
      ],
      """
      places: { file: places.csv }
      list: { rows: 16, people: 2, seed: 5 }
      transport: walking
      platform: { profile: limits.yaml, failures: 0.1, seed: 3 }
      """),
    SmallEnvironment(
      "route-selection", sizes: [20],
      """
      selections: { people: 3, seed: 5 }
      platform: { profile: limits.yaml, failures: 0.2, seed: 3 }
      """),
    SmallEnvironment(
      "overlays", sizes: [70],
      unmoved: [
        "restyles": "no other line is selected", "filled-area": "a line has no interior",
      ],
      """
      lines: { situation: growing-route, seed: 5 }
      device: { viewport: [200, 400], scale: 1, refresh: 60, profile: slow-device }
      """),
    SmallEnvironment(
      "server-clusters", sizes: [500],
      unmoved: [
        "staleness-mean": "an answer is as old as its request, which the user's rests decide",
        "outdated-pins": "as staleness-mean",
      ],
      screen(
        "cities", pins: 500, refresh: 60, frames: 300,
        lines: """
          user: { looks: 0.8, seed: 5 }
          networks: [poor]
          updates: { per-minute: 600, seed: 3 }
          """)),
  ]
}
