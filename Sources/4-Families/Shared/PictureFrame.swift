import Clustering
import PinData

/// A frame that an inspection has a picture of.
struct PictureFrame: Hashable {
  let frame: Int
  /// The part of the world that it shows, in the file's name; `nil` for a case's only picture.
  let part: String?

  /// The maximum width of the view of a city and of a country, in kilometers.
  private static let maxCityWidth = 60.0
  private static let maxCountryWidth = 1_500.0
  /// Of more pins, a sample of about so many is counted.
  private static let maxPins = 10_000

  /// Returns the frames that show a country and a city; the widest one if the camera does not see
  /// both.
  ///
  /// They depend on the camera and the pins only, so the pictures of all strategies show the same
  /// frames. The country is the widest view, the city the one with the most pins; views in which
  /// the map has come to rest go first, because then all strategies have done their work.
  static func frames(of rects: [MapRect], pins: PinSet, widest: Int) -> [PictureFrame] {
    let step = max(1, pins.coordinates.count / maxPins)
    let sample = stride(from: 0, to: pins.coordinates.count, by: step).map {
      MapPoint(pins.coordinates[$0])
    }
    let path = CameraPath(rects)
    var views: [(frame: Int, rest: Int, width: Double, pins: Int)] = []
    for (frame, rect) in rects.enumerated() {
      let rest = frame == 0 ? 1 : path.endedMovements[frame] - path.endedMovements[frame - 1]
      guard rest > 0 || path.isMoving(at: frame) else { continue }
      let width = rect.kilometersWide.rounded()
      guard width <= maxCountryWidth else { continue }
      let parts = rect.partsOnWorld
      let count = sample.count { pin in parts.contains { $0.contains(pin) } }
      if count > 0 { views.append((frame, rest, width, count)) }
    }
    let widestCountry = views.filter { $0.width > maxCityWidth }
      .max { ($0.rest, $0.width, $0.pins) < ($1.rest, $1.width, $1.pins) }
    let fullestCity = views.filter { $0.width <= maxCityWidth }
      .max { ($0.rest, $0.pins) < ($1.rest, $1.pins) }
    guard let country = widestCountry?.frame, let city = fullestCity?.frame else {
      return [PictureFrame(frame: widestCountry?.frame ?? widest, part: nil)]
    }
    return [
      PictureFrame(frame: country, part: "country"), PictureFrame(frame: city, part: "city"),
    ]
  }
}
