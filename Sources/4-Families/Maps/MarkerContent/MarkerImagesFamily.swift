import ScenarioModel
import Simulation
import Support

extension Family where Make == MarkerImageMake {
  /// Pins with icons from files: a strategy decides when a file is decoded, and how many pixels are
  /// kept.
  public static var markerImages: Self {
    let table = MarkerRecord.images
    return Family(
      "marker-images", inApp: PackageResources.marker_images_md,
      scene: .map(
        MarkerImageSettings.self, providing: [.app, .map, .pictures], maxSize: 1_000_000),
      strategies: [
        StrategyEntry(
          "decoded-per-view",
          summary: "Decodes a file for each view that comes on the screen, and keeps all its "
            + "pixels."
        ) { store in store.decode },
        StrategyEntry(
          "decoded-per-view-downsampled",
          summary: "Decodes a file for each view, and keeps only as many pixels as are shown."
        ) { store in store.decodeDownsampled },
        .shared(
          "shared-per-kind", summary: "Decodes the file of a kind once; all views share its pixels."
        ) { $0.decode($1) },
        .shared(
          "shared-downsampled", summary: "Like shared-per-kind, with only as many pixels as shown."
        ) { $0.decodeDownsampled($1) },
        StrategyEntry(
          "prefetched-off-main",
          summary: "Decodes the file of each kind in the background when the map appears, with "
            + "only as many pixels as are shown."
        ) { store in
          let images = KeptImages()
          for kind in 0..<store.kindCount {
            store.decodeInBackground(kind) { [weak images] in images?.byKind[kind] = $0 }
          }
          return { images.byKind[$0] }
        },
      ],
      metrics: table.metrics, isMeasured: true,
      headlines: [
        "frame-time-max", "peak-live-bytes", "decodes", "decoded-memory-peak", "hitch-time-ratio",
      ],
      columns: [
        "decodes", "decoded-memory-peak", "hitch-time-ratio", "longest-freeze", "icons-shown",
        "peak-live-bytes", "frame-time-max",
      ],
      sizeLabel: "pins", frameLabel: "one frame of the screen",
      requirement: ResultRequirement(
        metric: table["icons-shown"], fraction: 0.95,
        summary: "show icons for at least 95 % as long as the best strategy"),
      criteria: [
        .addedHitches(table["added-hitch-time-ratio"]), .longestFreeze(table.metrics),
        .judged(
          table["decoded-memory-peak"], .atMost(20_000_000), "a fifth of what an empty map takes"),
      ]
    ) { scene, strategy, request in
      let use = try scene.use(request, warmUp: (pins: 5, frames: 5))
      let icons = scene.settings.images
      let pictures =
        if request.purpose == .warmUp {
          try MarkerIcons().files()
        } else {
          try request.shared.value("icons", icons, under: use.device.profile) { _ in
            try icons.files()
          }
        }
      let files = IconFiles(
        pictures, isDecoded: request.purpose == .trial || request.purpose == .warmUp)
      let replay = MarkerReplay(table, use) {
        MarkerImageDriver(use, files: files, iconSize: icons.size, make: strategy.make)
      }
      return ReplaySession(replay) { folder in
        guard let folder else { return Inspection() }
        return Inspection(
          recording: try replay.writeRecording(of: request.scenarioCase, to: folder),
          transcripts: [replay.decodingTranscript()])
      }
    }
  }
}

/// The decoded icons that an app keeps, for closures that must not keep it: an icon holds the store,
/// whose queue holds the closure.
private final class KeptImages {
  var byKind: [Int: MarkerImage] = [:]
}

extension StrategyEntry where Make == MarkerImageMake {
  /// Decodes the file of a kind once, for all views.
  fileprivate static func shared(
    _ name: String, summary: String,
    decode: @escaping @Sendable (MarkerImageStore, Int) -> MarkerImage?
  ) -> Self {
    StrategyEntry(name, summary: summary) { store in
      var images: [Int: MarkerImage] = [:]
      return { kind in
        if images[kind] == nil { images[kind] = decode(store, kind) }
        return images[kind]
      }
    }
  }
}

extension MarkerReplay {
  /// The frames of a finished replay in which pictures were decoded.
  fileprivate func decodingTranscript() -> Transcript {
    let writer = TranscriptWriter()
    let interval = FrameForecast.interval(refresh: use.device.refresh)
    var decodes = 0
    for (frame, state) in frames.enumerated() where state.decoding.decodes > decodes {
      writer.note(
        "\(state.decoding.decodes - decodes) pictures are decoded; "
          + "\(state.decoding.heldPixels * 4 / 1_000) KB of pixels for \(state.liveViews) views on "
          + "screen", at: Int64(frame) * interval)
      decodes = state.decoding.decodes
    }
    return writer.transcript(title: "icons are decoded while the map moves")
  }
}

extension MarkerRecord {
  /// The largest memory of decoded pictures: red, green, blue and alpha.
  private var peakBytes: Double { Double(frames.reduce(0) { max($0, $1.decoding.heldPixels) }) * 4 }

  static let images =
    Table([
      .init(
        "decodes", .count, .modelled, .lowerIsBetter,
        "Pictures that were decoded, on the main thread or in the background."
      ) { $0.end.decoding.decodes },
      .init(
        "main-pixels-decoded", .count, .modelled, .lowerIsBetter,
        "Pixels that the main thread decoded.", \.end.decoding.mainPixels),
      .init(
        "decoded-memory-peak", .bytes, .modelled, .lowerIsBetter,
        "The peak memory of decoded pictures, four bytes a pixel, on screen or in views that wait "
          + "for reuse.", effect: "icons take {} of memory", \.peakBytes),
      .init(
        "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
        "The app's memory footprint as the profile predicts it: app, map, annotations, and decoded "
          + "pictures.", role: .footprint
      ) { record in
        let footprint = FootprintForecast(
          annotations: record.use.pins.count, profile: record.use.device.profile)
        return (footprint.base + footprint.annotations + record.peakBytes).rounded()
      },
      .ratio(
        "icons-shown", .modelled, .higherIsBetter,
        "The fraction of all views' on-screen time in which they had their icon.",
        { $0.views - $0.faultyViews }, of: \.views, orWhy: "no view was on the screen"),
    ]) + frameTimes
}

struct MarkerImageSettings: MapSettings {
  var images = MarkerIcons()

  static let keys: [Key<Self>] = [
    .group(
      "images", \.images, required: true, "the icons; pin n has the icon of kind n modulo `kinds`")
  ]
}

/// The icons of an app, by kind. The initial values are those of a warm-up; each file has its own.
struct MarkerIcons: Settings {
  private var kinds = 2
  /// The width and the height in the file.
  private var pixels = 32
  /// The width on the screen in points.
  private(set) var size = 32.0
  private var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .integer("kinds", \.kinds, in: 1...1_000, required: true, "the number of different icons"),
    .integer(
      "pixels", \.pixels, in: 8...2_048, required: true, "the width and the height in the file"),
    .number("size", \.size, in: 8...200, unit: " pt", "the width on the screen in points"),
    .seed(\.seed),
  ]

  /// The files: a gradient with noise, which compresses as badly as a photograph, behind a disc.
  func files() throws -> [PNGPicture] {
    try (0..<kinds).map { kind in
      var random = SplitMix64(seed: seed &+ UInt64(kind) &* 0xD134_2543_DE82_EF95)
      let bitmap = Bitmap(width: pixels, height: pixels)
      let (red, green) = (random.index(below: 200), random.index(below: 200))
      for y in 0..<pixels {
        for x in 0..<pixels {
          let noise = Int(random.next() & 15)
          bitmap[x: x, y: y] = Color(
            red: UInt8(red + noise + x * 40 / pixels),
            green: UInt8(green + noise + y * 40 / pixels), blue: UInt8(120 + noise))
        }
      }
      bitmap.fill(
        Circle(centerX: Float(pixels) / 2, centerY: Float(pixels) / 2, radius: Float(pixels) / 4),
        color: .white)
      return try PNGPicture(bitmap)
    }
  }
}
