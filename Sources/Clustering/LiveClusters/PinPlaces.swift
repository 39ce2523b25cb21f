import MapGeometry

/// Where pins lie, by their index.
protocol PinPlaces: Sendable {
  /// The place of a pin, or `nil` where there is no such pin.
  func place(of pin: Int) -> MapPoint?
}

extension [MapPoint]: PinPlaces {
  func place(of pin: Int) -> MapPoint? {
    indices.contains(pin) ? self[pin] : nil
  }
}

/// The places of pins that come, move and go.
struct LivePlaces: PinPlaces {
  private struct Place: BitwiseCopyable {
    var x: Double
    var y: Double
  }

  /// A pin that is not there is at `MapPoint.invalid`, where no pin on the world can be.
  private var pages = PagedArray(
    blank: Place(x: MapPoint.invalid.x, y: MapPoint.invalid.y), pageLength: 128)

  func place(of pin: Int) -> MapPoint? {
    guard pin >= 0, let place = pages.element(at: pin) else { return nil }
    return Self.point(place)
  }

  /// Puts a pin at a place, or takes it away. A page without pins is given back.
  mutating func set(_ point: MapPoint?, of pin: Int) {
    let wasThere = place(of: pin) != nil
    guard let point else {
      guard wasThere else { return }
      pages.writablePointer(at: pin).pointee = pages.blank
      pages.removeUse(at: pin)
      return
    }
    pages.writablePointer(at: pin).pointee = Place(x: point.x, y: point.y)
    if !wasThere { pages.addUse(at: pin) }
  }

  /// The indexes of all pins, in their order.
  ///
  /// Complexity: O(n) for n pins that lie close together, 128 times that for pins far apart, and a
  /// step for each 16,384 indexes below the greatest that was ever in use.
  var pins: [Int] {
    var pins: [Int] = []
    pages.forEachPage { page in
      for pin in page where place(of: pin) != nil { pins.append(pin) }
    }
    return pins
  }

  private static func point(_ place: Place) -> MapPoint? {
    place.x >= 0 ? MapPoint(x: place.x, y: place.y) : nil
  }

  /// Leaves all pages to the copies of this value, see ``PagedArray``.
  mutating func startGeneration() { pages.startGeneration() }

  /// Makes every page this value's own, see ``PagedArray``.
  mutating func copyAllPages() { pages.copyAllPages() }

  var byteCount: Int { pages.byteCount }
  var pagesCopied: Int { pages.pagesCopied }
}
