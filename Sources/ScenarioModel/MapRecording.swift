import Foundation
import Support

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

    /// Creates a camera without frames.
    public init() {}
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

    /// Creates a list without views.
    public init() {}
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
  /// The modelled work of the main thread for each frame, in microseconds.
  public var work = Series()
  /// 1 for each frame in which the map moves, otherwise 0.
  public var isMoving = Series()
  /// The number of views on screen after each frame.
  public var liveViews = Series()
  /// The modelled memory footprint after each frame, in kilobytes.
  public var footprint = Series()

  /// Creates a recording without frames.
  public init(viewport: [Double], refresh: Double, markerSize: Double) {
    self.viewport = viewport
    self.refresh = refresh
    self.markerSize = markerSize
  }

  /// The ending of the name of a recording's file.
  public static let fileExtension = "replay.json.gz"

  /// The largest content of a recording's file that is read, in bytes.
  private static let maxContent = 1 << 28

  /// Reads the content of a recording's file.
  ///
  /// - Throws: ``MapRecordingError`` if it is damaged.
  package init(file: [UInt8]) throws {
    guard let content = Gzip.decompressed(file, limit: Self.maxContent) else {
      throw MapRecordingError.notCompressed
    }
    do {
      self = try JSONDecoder.results.decode(Self.self, from: Data(content))
    } catch {
      throw MapRecordingError.damaged(reason: DecodingFault.reason(error))
    }
  }

  /// The content of a recording's file: compressed JSON, the same for the same recording.
  ///
  /// - Returns: `nil` if there is no memory.
  package func file() throws -> [UInt8]? {
    Gzip.compressed(Array(try JSONEncoder.results.encode(self)))
  }
}

/// A reason why a recording cannot be read.
package enum MapRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not compressed, or cut off.
  case notCompressed
  /// The content is not that of a recording.
  case damaged(reason: String)

  package var description: String {
    switch self {
    case .notCompressed:
      "expected a recording compressed by gzip, found other bytes or a part of one"
    case .damaged(let reason): "expected a recording: \(reason)"
    }
  }
}
