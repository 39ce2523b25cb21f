import ScenarioModel

/// An app's code that brings icons into annotation views.
///
/// Used by one thread at a time.
public protocol MarkerImageStrategy: AnyObject, SendableMetatype {
  /// Makes the strategy when the map appears.
  init(store: MarkerImageStore)

  /// Returns the image for a view that comes on the screen, as the end of `mapView(_:viewFor:)`;
  /// `nil` as long as there is none: then the next frame asks again. The view holds it until it gets
  /// another one.
  func image(ofKind kind: Int) -> MarkerImage?
}

extension StrategyEntry where Make == MarkerImagesFamily.Make {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some MarkerImageStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning, make: { strategy.init(store: $0) })
  }
}

extension MarkerImagesFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "decoded-per-view", DecodedPerView.self,
      summary: "Decodes a file for each view that comes on the screen, and keeps all its pixels."),
    StrategyEntry(
      "decoded-per-view-downsampled", DownsampledPerView.self,
      summary: "Decodes a file for each view, and keeps as many pixels as are shown."),
    StrategyEntry(
      "shared-per-kind", SharedPerKind.self,
      summary: "Decodes the file of a kind once; all views share its pixels."),
    StrategyEntry(
      "shared-downsampled", SharedDownsampled.self,
      summary: "The same, with as many pixels as are shown."),
    StrategyEntry(
      "prefetched-off-main", PrefetchedOffMain.self,
      summary: "Decodes the file of each kind in the background when the map appears, with as many "
        + "pixels as are shown."),
  ]
}

final class DecodedPerView: MarkerImageStrategy {
  private let store: MarkerImageStore

  init(store: MarkerImageStore) {
    self.store = store
  }

  func image(ofKind kind: Int) -> MarkerImage? { store.decode(kind) }
}

final class DownsampledPerView: MarkerImageStrategy {
  private let store: MarkerImageStore

  init(store: MarkerImageStore) {
    self.store = store
  }

  func image(ofKind kind: Int) -> MarkerImage? { store.decodeDownsampled(kind) }
}

final class SharedPerKind: MarkerImageStrategy {
  private let store: MarkerImageStore
  private var images: [Int: MarkerImage] = [:]

  init(store: MarkerImageStore) {
    self.store = store
  }

  func image(ofKind kind: Int) -> MarkerImage? {
    if images[kind] == nil { images[kind] = store.decode(kind) }
    return images[kind]
  }
}

final class SharedDownsampled: MarkerImageStrategy {
  private let store: MarkerImageStore
  private var images: [Int: MarkerImage] = [:]

  init(store: MarkerImageStore) {
    self.store = store
  }

  func image(ofKind kind: Int) -> MarkerImage? {
    if images[kind] == nil { images[kind] = store.decodeDownsampled(kind) }
    return images[kind]
  }
}

final class PrefetchedOffMain: MarkerImageStrategy {
  private var images: [Int: MarkerImage] = [:]

  init(store: MarkerImageStore) {
    for kind in 0..<store.kindCount {
      store.decodeInBackground(kind) { [weak self] image in self?.images[kind] = image }
    }
  }

  func image(ofKind kind: Int) -> MarkerImage? { images[kind] }
}
