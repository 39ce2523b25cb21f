import Clustering
import Simulation

/// An item that a map screen shows: its number, which decides its picture, and its place.
public struct ScreenItem: Hashable, Sendable {
  /// Another number is another item, with another picture.
  public let number: Int
  /// The place on the flat map.
  public let mapPoint: MapPoint
}

/// A screen with a map.
public protocol MapScreen: AnyObject {
  /// The map on the screen, whose camera the harness moves.
  var mapView: MapView { get }

  /// The screen closes, as `viewDidDisappear` or `dismantleUIView`; afterwards the harness lets go
  /// of it.
  func didClose()
}

/// The function that makes an app with a map screen that people open and close again and again: the
/// code whose memory is measured.
///
/// It returns the part of the app that outlives its screens: a function that makes a screen with a
/// map of some items, as a push onto a navigation stack does. The harness holds the function, and a
/// screen from its opening to its closing; whatever keeps memory longer is the strategy's own code.
public typealias MapScreenMake = @Sendable (MapScreenContext) -> ([ScreenItem]) -> any MapScreen

/// The context that makes the screens of an app: the device, and the pictures of the items.
///
/// Used by one thread at a time.
public final class MapScreenContext {
  /// The screen and its platform.
  public let device: Device
  /// The pictures that were drawn.
  private(set) var picturesDrawn = 0
  /// The bytes of the pictures that caches keep.
  private(set) var cachedPictureBytes = 0
  /// Pixels for each point of the modelled pictures; the bitmaps may have fewer.
  private let modelledScale: Int

  init(device: Device, modelledScale: Int) {
    self.device = device
    self.modelledScale = modelledScale
  }

  /// The width and height of a picture in points.
  public var pictureSize: Double { device.profile[.markerViewSize] }

  /// The bytes of a picture's pixels, as an app computes the cost for a cache.
  public var pictureCost: Int {
    let side = Int((pictureSize * Double(modelledScale)).rounded(.up))
    return 4 * side * side
  }

  /// Makes a view that shows an item's picture, which is drawn for it.
  public func makeView(
    drawing item: ItemPicture, for annotation: Annotation, reuseIdentifier: String?
  ) -> AnnotationView {
    picturesDrawn += 1
    return makeView(for: annotation, reuseIdentifier: reuseIdentifier, artwork: item.artwork)
  }

  /// Makes a view without a picture.
  public func makeView(for annotation: Annotation, reuseIdentifier: String?) -> AnnotationView {
    makeView(for: annotation, reuseIdentifier: reuseIdentifier, artwork: NoArtwork())
  }

  private func makeView(
    for annotation: Annotation, reuseIdentifier: String?, artwork: some Artwork
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: reuseIdentifier,
      size: pictureSize, scale: device.scale, artwork: artwork)
  }

  /// Draws an item's picture in a view that exists.
  public func draw(_ item: ItemPicture, in view: AnnotationView) {
    picturesDrawn += 1
    view.display(item.artwork)
  }

  /// Draws an item's picture as an image of its own, for a cache.
  public func image(of item: ItemPicture) -> Bitmap {
    picturesDrawn += 1
    let side = max(1, Int((pictureSize * Double(device.scale)).rounded(.up)))
    let image = Bitmap(width: side, height: side)
    item.artwork.draw(into: image)
    return image
  }

  /// Makes a cache for images.
  ///
  /// - Parameter costLimit: the maximum of all images' bytes; `nil` for none.
  public func makeImageCache(costLimit: Int?) -> ImageCache {
    ImageCache(costLimit: costLimit, cost: pictureCost) { self.cachedPictureBytes += $0 }
  }
}

/// A picture of an item, with the item's number. Each zoom level has its own color, like pictures
/// that show more when the map is closer.
public struct ItemPicture: Hashable, Sendable {
  /// The item's number.
  public let item: Int
  /// The zoom level.
  public let level: Int

  /// Creates a description of a picture.
  public init(item: Int, level: Int) {
    self.item = item
    self.level = level
  }

  var artwork: ClusterArtwork {
    let shade = UInt8(truncatingIfNeeded: 60 + 8 * min(max(level, 0), 20))
    return ClusterArtwork(
      count: max(0, item), color: Color(red: 0x20, green: shade, blue: 255 - shade))
  }
}

/// Leaves a view as it is.
private struct NoArtwork: Artwork {
  func draw(into bitmap: Bitmap) {}
}

/// A cache of drawn pictures, as `NSCache`.
public final class ImageCache {
  private let images: CostLimitedCache<ItemPicture, Bitmap>
  private let cost: Int

  fileprivate init(costLimit: Int?, cost: Int, costDidChange: @escaping (Int) -> Void) {
    self.cost = cost
    images = CostLimitedCache(limit: costLimit, costDidChange: costDidChange)
  }

  /// Returns a picture's image, which is drawn if the cache does not have it.
  public func image(of picture: ItemPicture, draw: (ItemPicture) -> Bitmap) -> Bitmap {
    if let image = images.value(picture) { return image }
    let image = draw(picture)
    images.insert(image, cost: cost, for: picture)
    return image
  }
}

extension AnnotationView {
  /// Shows an image of the view's size.
  public func show(_ image: Bitmap) {
    image.withPixels { source in
      bitmap.withMutablePixels { target in
        for index in 0..<min(source.count, target.count) { target[index] = source[index] }
      }
    }
  }
}
