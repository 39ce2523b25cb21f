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

/// The details of a place besides its coordinate, as far as the caller wants to know them.
struct PlaceDetails {
  /// `nil` where the caller needs none.
  var label: PinLabel?
  /// The properties of a place that people search for; `nil` where the caller reads pins.
  var record: PlaceRecord?

  var areWanted: Bool { label != nil || record != nil }

  /// Forgets the place, for the next one.
  mutating func removeAll() {
    if label != nil { label = PinLabel() }
    record?.removeAll()
  }
}

/// Collects what the rows of a file have: pins, or places that people search for. Checks their
/// coordinates, and counts what is left out.
struct PinCollector {
  /// The number of rows between two calls that show progress: several in a second.
  private static let stepLength = 65_536

  /// The coordinates of pins; those of places are in them.
  private(set) var coordinates: [Coordinate] = []
  /// As many as coordinates, or none.
  private(set) var labels: [PinLabel] = []
  private(set) var places: [Place] = []
  private(set) var leftOut: [PinFileSummary.LeftOutReason: Int] = [:]
  private(set) var bounds: PinFileSummary.Bounds?
  /// The property that is the reason of the error that was just thrown.
  private(set) var wrongProperty: PlaceProperty?
  private var labelsLength = 0
  private var rowCount = 0
  private var placeCount = 0
  private var leftOutCount = 0

  let options: PinFileOptions
  /// The empty details that the rows of a file fill.
  let details: PlaceDetails
  let showProgress: ((PinFileProgress) -> Void)?

  init(
    options: PinFileOptions = PinFileOptions(), details: PlaceDetails,
    showProgress: ((PinFileProgress) -> Void)? = nil
  ) {
    self.options = options
    self.details = details
    self.showProgress = showProgress
  }

  /// Indicates whether a place needs properties; then nothing is left out but features that have no
  /// geometry.
  var isOfPlaces: Bool { details.record != nil }

  /// Takes a place.
  ///
  /// - Parameter exchange: how to exchange the two numbers, where they look swapped.
  mutating func add(
    _ coordinate: Coordinate, _ details: PlaceDetails, exchange: @autoclosure () -> String
  ) throws(Problem) {
    guard let record = details.record else {
      try add(coordinate, exchange: exchange())
      if var label = details.label {
        labelsLength += label.properties.length + label.name.utf8.count
        if labelsLength > options.limits.labelsSize {
          label.properties.leaveOutAll()
          if !label.name.isEmpty { label.properties.leaveOut() }
          label.name = ""
        }
        labels.append(label)
      }
      return
    }
    let coordinate = try count(coordinate, exchange: exchange())
    do {
      places.append(try record.place(at: coordinate))
    } catch {
      wrongProperty = error.property
      throw error.problem
    }
  }

  /// Takes a pin that needs nothing but its place.
  mutating func add(_ coordinate: Coordinate, exchange: @autoclosure () -> String) throws(Problem) {
    let coordinate = try count(coordinate, exchange: exchange())
    coordinates.append(coordinate)
    if bounds?.extend(to: coordinate) == nil { bounds = PinFileSummary.Bounds(coordinate) }
  }

  /// Checks and counts a place, and returns its coordinate in degrees.
  private mutating func count(
    _ written: Coordinate, exchange: @autoclosure () -> String
  ) throws(Problem) -> Coordinate {
    let coordinate = options.notation.coordinate(written)
    guard coordinate.isValid else {
      throw .offEarth(written, options.notation, canBeTold: !isOfPlaces) { exchange() }
    }
    guard placeCount < options.maxPlaces else { throw .tooManyPlaces(options.maxPlaces) }
    placeCount += 1
    return coordinate
  }

  /// Counts something that is no place, or refuses it.
  mutating func leaveOut(_ reason: PinFileSummary.LeftOutReason) throws(Problem) {
    if isOfPlaces, reason != .nullGeometry { throw .notAPoint(reason.rawValue) }
    leftOutCount += 1
    guard placeCount + leftOutCount <= options.maxItems else {
      throw .tooManyItems(options.maxItems)
    }
    leftOut[reason, default: 0] += 1
  }

  /// Counts a row, and returns true where progress is to be shown.
  mutating func endsStep() -> Bool {
    rowCount += 1
    return rowCount % Self.stepLength == 0
  }

  /// Learns how many pins will come at most.
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
