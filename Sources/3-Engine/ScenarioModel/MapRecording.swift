/// A replay of a map in numbers, frame by frame, for people to look at: the camera, the views on
/// screen and their cost.
///
/// It holds where the views are, and not the pixels: about 20 to 100 KB compressed. Lists are stored
/// as differences between successive numbers, which compress well; ``Series`` has the numbers.
public struct MapRecording: Hashable, Sendable, Codable {
  /// Whole numbers, encoded as the first one and the differences between successive ones.
  public struct Series: Hashable, Sendable, Codable {
    /// The numbers.
    public var numbers: [Int]

    /// Creates a series.
    public init(_ numbers: [Int] = []) {
      self.numbers = numbers
    }

    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var last = 0
      numbers = []
      while !list.isAtEnd {
        last &+= try list.decode(Int.self)
        numbers.append(last)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      var last = 0
      for number in numbers {
        try list.encode(number &- last)
        last = number
      }
    }
  }

  /// The camera: the middle and the width of the visible rectangle in each frame, in units of the
  /// world.
  public struct Camera: Hashable, Sendable, Codable {
    /// Eastward, from the antimeridian.
    public var x = Series()
    /// Southward, from the northern edge of the map.
    public var y = Series()
    /// The width.
    public var width = Series()
  }

  /// The views on screen, each with the frames in which it is there, in the order of the first.
  public struct Views: Hashable, Sendable, Codable {
    /// The place on the map in units of the world.
    public var x = Series()
    /// The place on the map in units of the world.
    public var y = Series()
    /// The number of pins that it stands for.
    public var count = Series()
    /// The first frame.
    public var first = Series()
    /// The frame after the last.
    public var end = Series()
  }

  /// The main thread's modelled work for each frame in microseconds, by its parts.
  public struct Work: Hashable, Sendable, Codable {
    /// Evaluations of bodies, and comparisons of annotations.
    public var update = Series()
    /// Searches for the pins in view.
    public var search = Series()
    /// Clustering and indexing.
    public var clustering = Series()
    /// Annotations added, removed and moved.
    public var annotations = Series()
    /// Views requested, made, used again and drawn.
    public var viewFor = Series()
    /// Views put in their places.
    public var layout = Series()

    /// The parts with their names, in the order in which a frame does them.
    package var parts: [(name: String, series: Series)] {
      [
        ("update", update), ("search", search), ("clustering", clustering),
        ("annotations", annotations), ("viewFor", viewFor), ("layout", layout),
      ]
    }

    /// The whole work for each frame.
    package var totals: [Int] { MapRecording.sums(parts.map(\.series)) }
  }

  /// The modelled memory footprint after each frame in kilobytes, by its parts.
  public struct Memory: Hashable, Sendable, Codable {
    /// The app and the map without annotations.
    public var base = Series()
    /// The annotations.
    public var annotations = Series()
    /// Views on screen or waiting to be used again.
    public var views = Series()
    /// The strategy's indexes.
    public var indexes = Series()

    /// The whole footprint after each frame.
    package var totals: [Int] { MapRecording.sums([base, annotations, views, indexes]) }
  }

  /// The sums of the numbers at the same places; a series that ends before others has zeros.
  private static func sums(_ series: [Series]) -> [Int] {
    var sums = Array(repeating: 0, count: series.map(\.numbers.count).max() ?? 0)
    for further in series {
      for (place, number) in further.numbers.enumerated() { sums[place] &+= number }
    }
    return sums
  }

  /// The units of the world: its width and its height, in the Mercator projection.
  public static let world = 1 << 28
  /// The largest number of views that are kept; of more, the recording has none after these.
  public static let maxViews = 120_000

  /// The width and the height of the screen in points.
  public let viewport: [Double]
  /// The refreshes of the screen per second.
  public let refresh: Double
  /// The size of a marker on the screen, in points.
  public let markerSize: Double
  /// The camera.
  public var camera = Camera()
  /// The views on screen.
  public var views = Views()
  /// The number of views beyond ``maxViews``, which are left out.
  public var viewsLeftOut = 0
  /// The modelled work of the main thread for each frame.
  public var work = Work()
  /// 1 for each frame in which the map moves, otherwise 0.
  public var isMoving = Series()
  /// The number of views on screen after each frame.
  public var liveViews = Series()
  /// The modelled memory footprint after each frame.
  public var memory = Memory()

  /// Creates a recording without frames.
  public init(viewport: [Double], refresh: Double, markerSize: Double) {
    self.viewport = viewport
    self.refresh = refresh
    self.markerSize = markerSize
  }

  /// Indicates whether the screen has a size, and the lists of one thing have one length.
  var isConsistent: Bool {
    func areAlike(_ series: Series...) -> Bool { Set(series.map(\.numbers.count)).count == 1 }
    return viewport.count == 2 && (viewport + [refresh]).allSatisfy { $0 > 0 && $0.isFinite }
      && areAlike(camera.x, camera.y, camera.width)
      && areAlike(views.x, views.y, views.count, views.first, views.end)
  }
}
