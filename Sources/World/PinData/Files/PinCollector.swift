import Clustering

/// The part of a file that was read, for a display.
package struct PinFileProgress: Hashable, Sendable {
  /// The things that are counted.
  package enum Unit: Hashable, Sendable {
    case bytes
    case rows
  }

  /// The number read until now, of bytes on the disk or of rows.
  package let done: Int
  package let total: Int
  package let unit: Unit
}

/// The receiver of what a reader finds in a file.
protocol PlaceCollecting {
  /// Takes what the file says of the pins that are added next.
  mutating func take(_ label: PinLabel)
  /// Takes a place on the earth, with its properties where the reader was given a record.
  mutating func add(_ coordinate: Coordinate, _ record: PlaceRecord?) throws(PlaceRecord.Mistake)
  /// Counts something that is no place, or refuses it.
  mutating func leaveOut(
    _ reason: PinFileSummary.LeftOutReason
  ) throws(DataFileError.Problem)
  /// Learns that one more item was read.
  mutating func advance(to progress: @autoclosure () -> PinFileProgress)
  /// Learns how many places will come at most.
  mutating func reserve(_ count: Int)
}

extension PlaceCollecting {
  mutating func take(_ label: PinLabel) {}
}

/// Collects pins, and counts what is left out.
struct PinCollector: PlaceCollecting {
  /// The number of items between two calls that show progress: several in a second.
  private static let progressInterval = 65_536

  private(set) var coordinates: [Coordinate] = []
  /// As many as coordinates, or none.
  private(set) var labels: [PinLabel] = []
  private var label: PinLabel?
  private(set) var leftOut: [PinFileSummary.LeftOutReason: Int] = [:]
  private(set) var bounds: PinFileSummary.Bounds?
  private var itemCount = 0
  private var leftOutCount = 0
  private let options: PinFileOptions
  private let progress: ((PinFileProgress) -> Void)?

  init(options: PinFileOptions, progress: ((PinFileProgress) -> Void)?) {
    self.options = options
    self.progress = progress
  }

  mutating func take(_ label: PinLabel) {
    self.label = label
    self.label?.cutName()
  }

  mutating func add(_ coordinate: Coordinate, _: PlaceRecord?) throws(PlaceRecord.Mistake) {
    guard coordinates.count < options.maxPlaces else {
      throw PlaceRecord.Mistake(.tooManyPlaces(options.maxPlaces))
    }
    coordinates.append(coordinate)
    if let label { labels.append(label) }
    if bounds?.extend(to: coordinate) == nil { bounds = PinFileSummary.Bounds(coordinate) }
  }

  mutating func leaveOut(
    _ reason: PinFileSummary.LeftOutReason
  ) throws(DataFileError.Problem) {
    leftOutCount += 1
    guard coordinates.count + leftOutCount <= options.maxItems else {
      throw .tooManyItems(options.maxItems)
    }
    leftOut[reason, default: 0] += 1
  }

  mutating func advance(to progress: @autoclosure () -> PinFileProgress) {
    itemCount += 1
    if itemCount % Self.progressInterval == 0 { self.progress?(progress()) }
  }

  mutating func reserve(_ count: Int) {
    coordinates.reserveCapacity(min(count, options.maxPlaces))
  }
}

extension [Coordinate] {
  /// The number of coordinates that are exactly equal to another one.
  ///
  /// Takes O(n) time, and 7 to 14 bytes of memory for each coordinate: a hash table of indices.
  var coincidentCount: Int {
    guard count > 1, count < 1 << 31 else { return 0 }
    // At least a quarter of the slots is free.
    let bits = Int.bitWidth - (count + count / 3).leadingZeroBitCount
    let mask = 1 << bits - 1
    // An index and, in the lowest bit, whether another coordinate equals it; 0 is a free slot.
    var slots = [UInt32](repeating: 0, count: mask + 1)
    var result = 0
    for (index, coordinate) in enumerated() {
      var slot = coordinate.hashValue & mask
      while slots[slot] != 0, self[Int(slots[slot] >> 1) - 1] != coordinate {
        slot = (slot + 1) & mask
      }
      if slots[slot] == 0 {
        slots[slot] = UInt32(index + 1) << 1
      } else {
        result += slots[slot] & 1 == 0 ? 2 : 1
        slots[slot] |= 1
      }
    }
    return result
  }
}
