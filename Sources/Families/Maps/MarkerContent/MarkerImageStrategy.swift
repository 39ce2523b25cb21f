import ScenarioModel
import Simulation

/// A decoded picture in memory, as a `UIImage` that was drawn once. Its memory goes with the last
/// reference.
public final class MarkerImage {
  /// The kind of icon that it shows.
  public let kind: Int
  private let bitmap: Bitmap
  private let store: MarkerImageStore

  fileprivate init(kind: Int, bitmap: Bitmap, store: MarkerImageStore) {
    (self.kind, self.bitmap, self.store) = (kind, bitmap, store)
    store.decoding.heldPixels += bitmap.pixelCount
  }

  deinit { store.decoding.heldPixels -= bitmap.pixelCount }

  /// The width in pixels.
  public var width: Int { bitmap.width }
}

/// The icons of an app as compressed files, which a strategy decodes.
///
/// Decoding is real work of libpng. Used by one thread at a time.
public final class MarkerImageStore {
  /// The width of an icon on the screen in pixels.
  public let shownWidth: Int
  /// The number of kinds of icons.
  public var kindCount: Int { files.count }
  fileprivate(set) var decoding = DecodingCounts()
  private let files: [PNGPicture]
  private let queue: BackgroundQueue
  private let profile: PlatformProfile
  /// Work of a background thread, to be done beside the frames.
  private var background: [() -> Void] = []
  /// The first picture that could not be decoded.
  private(set) var fault: (any Error)?

  init(files: [PNGPicture], shownWidth: Int, simulation: Simulation, profile: PlatformProfile) {
    self.files = files
    self.shownWidth = shownWidth
    self.profile = profile
    queue = BackgroundQueue(simulation: simulation)
  }

  /// Decodes the icon of a kind in full size, on the main thread.
  public func decode(_ kind: Int) -> MarkerImage? {
    decoding.mainPixels += files[kind].width * files[kind].height
    return image(kind, downsampling: false)
  }

  /// Decodes the icon of a kind and makes it as small as it is shown, on the main thread.
  public func decodeDownsampled(_ kind: Int) -> MarkerImage? {
    let pixels = files[kind].width * files[kind].height
    decoding.mainPixels += pixels
    decoding.mainDownsampledPixels += pixels
    return image(kind, downsampling: true)
  }

  /// Decodes the icon of a kind on a background thread, and makes it as small as it is shown.
  ///
  /// - Parameter completion: called on the main thread before a frame.
  public func decodeInBackground(_ kind: Int, completion: @escaping (MarkerImage) -> Void) {
    let pixels = Double(files[kind].width * files[kind].height)
    let time = profile.cost(of: pixels, .decodePixel) + profile.cost(of: pixels, .downsamplePixel)
    queue.async(for: Int64(time.rounded()), named: "decode") { [unowned self] in
      background.append { [unowned self] in
        if let image = image(kind, downsampling: true) { completion(image) }
      }
    }
  }

  private func image(_ kind: Int, downsampling: Bool) -> MarkerImage? {
    decoding.decodes += 1
    do {
      let bitmap = try files[kind].decoded()
      let side = min(shownWidth, bitmap.width)
      return MarkerImage(
        kind: kind, bitmap: downsampling ? bitmap.downsampled(side: side) : bitmap, store: self)
    } catch {
      fault = fault ?? error
      return nil
    }
  }

  /// Does the background thread's work that is over by now; not in timed code.
  func workInBackground() {
    let work = background
    background = []
    for step in work { step() }
  }
}

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

/// The function that makes a strategy for icons; what it returns is as
/// ``MarkerImageStrategy/image(ofKind:)``.
public typealias MarkerImageMake = @Sendable (MarkerImageStore) -> (Int) -> MarkerImage?

extension StrategyEntry where Make == MarkerImageMake {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some MarkerImageStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning) {
      let strategy = strategy.init(store: $0)
      return strategy.image(ofKind:)
    }
  }
}
