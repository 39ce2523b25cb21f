import Platform
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

/// The compressed files of an app's icons, by kind.
final class IconFiles {
  let pictures: [PNGPicture]
  /// Empty bitmaps by their width, each in the place of all pictures of that size; `nil` where files
  /// are decoded.
  private var blanks: [Int: Bitmap]?

  /// - Parameter isDecoded: False for replays that only count: they need the size of a picture.
  init(_ pictures: [PNGPicture], isDecoded: Bool) {
    self.pictures = pictures
    blanks = isDecoded ? nil : [:]
  }

  /// The decoded picture of a kind, which is square.
  ///
  /// - Parameter side: the width that it is made smaller to; `nil` for its own.
  func bitmap(of kind: Int, side: Int?) throws -> Bitmap {
    guard blanks != nil else {
      let bitmap = try pictures[kind].decoded()
      return side.map(bitmap.downsampled) ?? bitmap
    }
    let width = side ?? pictures[kind].width
    if let blank = blanks?[width] { return blank }
    let blank = Bitmap(width: width, height: width)
    blanks?[width] = blank
    return blank
  }
}

extension PNGPicture {
  fileprivate var pixelCount: Int { width * height }
}

/// The icons of an app as compressed files, which a strategy decodes.
///
/// Decoding is real work of libpng where a replay is measured. Used by one thread at a time.
public final class MarkerImageStore {
  /// The width of an icon on the screen in pixels.
  public let shownWidth: Int
  /// The number of kinds of icons.
  public var kindCount: Int { files.pictures.count }
  fileprivate(set) var decoding = DecodingCounts()
  private let files: IconFiles
  private let queue: BackgroundQueue
  private let profile: PlatformProfile
  /// Work of a background thread, to be done outside the frames.
  private var background: [() -> Void] = []
  /// The first picture that could not be decoded.
  private(set) var fault: (any Error)?

  init(files: IconFiles, shownWidth: Int, simulation: Simulation, profile: PlatformProfile) {
    self.files = files
    self.shownWidth = shownWidth
    self.profile = profile
    queue = BackgroundQueue(simulation: simulation)
  }

  /// Decodes the icon of a kind in full size, on the main thread.
  public func decode(_ kind: Int) -> MarkerImage? {
    decoding.mainPixels += files.pictures[kind].pixelCount
    return image(kind, downsampling: false)
  }

  /// Decodes the icon of a kind and makes it as small as it is shown, on the main thread.
  public func decodeDownsampled(_ kind: Int) -> MarkerImage? {
    let pixels = files.pictures[kind].pixelCount
    decoding.mainPixels += pixels
    decoding.mainDownsampledPixels += pixels
    return image(kind, downsampling: true)
  }

  /// Decodes the icon of a kind on a background thread, and makes it as small as it is shown.
  ///
  /// - Parameter completion: called on the main thread before a frame.
  public func decodeInBackground(_ kind: Int, completion: @escaping (MarkerImage) -> Void) {
    let pixels = Double(files.pictures[kind].pixelCount)
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
      let side = downsampling ? min(shownWidth, files.pictures[kind].width) : nil
      return MarkerImage(kind: kind, bitmap: try files.bitmap(of: kind, side: side), store: self)
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

/// The function that makes an app's code that brings icons into annotation views, when the map
/// appears.
///
/// What it returns is the image of a kind for a view that comes on the screen, as the end of
/// `mapView(_:viewFor:)`; `nil` as long as there is none: then the next frame asks again. The view
/// holds it until it gets another one.
public typealias MarkerImageMake = @Sendable (MarkerImageStore) -> (_ kind: Int) -> MarkerImage?
