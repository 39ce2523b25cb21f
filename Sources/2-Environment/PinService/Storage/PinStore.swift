import PinData

/// A store of pins that answers for parts of the map: the pins in a box by pages, and how many there
/// are in each cell of a grid.
///
/// Every change is a batch, which is done completely or, on an error, not at all; an acknowledged
/// batch survives the death of the process. The cells are part of the same batch, so that their
/// counts are exact at all times. Two stores with the same batches give equal answers, whatever they
/// are made of.
///
/// Safe to use from several threads. All methods block while they read or write.
public protocol PinStore: Sendable {
  /// The number of pins and of batches.
  func state() throws(PinStoreError) -> PinStoreState
  /// The pin of an identifier, or `nil`.
  func pin(id: Int64) throws(PinStoreError) -> StoredPin?
  /// The pins of identifiers, without those that are not there.
  func pins(ids: [Int64]) throws(PinStoreError) -> [StoredPin]
  /// A page of the pins in a box, in the order of their codes and, at one place, of their
  /// identifiers.
  ///
  /// - Parameters:
  ///   - cursor: the end of the page before; `nil` for the first page.
  ///   - limit: the maximum number of pins, 1 or more.
  func pins(
    in box: MortonBox, after cursor: PinCursor?, limit: Int
  ) throws(PinStoreError) -> PinPage
  /// The cells of a level that a box touches and that have pins, in the order of their numbers.
  ///
  /// Up to ``PinCell/maxStoredLevel`` the counts are stored, so that a cell costs the same however
  /// many pins it has. For finer levels the pins in the box are counted.
  ///
  /// - Parameter level: in `0...32`.
  func cells(in box: MortonBox, level: Int) throws(PinStoreError) -> CellList
  /// The identifiers and the places of all pins, in the order of the codes, as they are at one time.
  func locations() throws(PinStoreError) -> PinLocations
  /// Changes pins.
  ///
  /// A later change of a pin in the batch wins. To remove a pin that is not there changes nothing.
  /// The state's version grows by one, also for an empty batch.
  ///
  /// - Returns: the state after the batch.
  @discardableResult
  func apply(_ changes: [PinChange]) throws(PinStoreError) -> PinStoreState
  /// Counts everything again, and returns what is wrong, at most `limit` faults; a store without a
  /// fault returns none. O(pins × levels).
  func faults(limit: Int) throws(PinStoreError) -> [StoreFault]
}

extension PinStore {
  /// Asks for one pin after the other.
  public func pins(ids: [Int64]) throws(PinStoreError) -> [StoredPin] {
    var pins: [StoredPin] = []
    for id in ids {
      if let pin = try pin(id: id) { pins.append(pin) }
    }
    return pins
  }
}

/// A pin as a store keeps it.
public struct StoredPin: Hashable, Sendable {
  /// The app's identifier.
  public let id: Int64
  /// The place, to 1 cm.
  public let code: MortonCode
  /// The name for people; may be empty.
  public let name: String
  /// Further properties: the text of a JSON object of texts, numbers, booleans and nulls; empty
  /// without any.
  public let properties: String

  /// Creates a pin.
  public init(id: Int64, code: MortonCode, name: String = "", properties: String = "") {
    self.id = id
    self.code = code
    self.name = name
    self.properties = properties
  }
}

/// A change of one pin.
public enum PinChange: Hashable, Sendable {
  /// Adds a pin, or replaces the one of the same identifier.
  case put(StoredPin)
  /// Removes the pin of an identifier.
  case remove(id: Int64)

  /// The identifier of the pin that is changed.
  public var id: Int64 {
    switch self {
    case .put(let pin): pin.id
    case .remove(let id): id
    }
  }
}

extension StoredPin {
  /// The maximum length of a name in bytes.
  public static let maxNameLength = PinLabel.maxNameLength
  /// The maximum length of the properties in bytes.
  public static let maxPropertiesLength = PinProperties.maxLength
  /// The largest identifier, in both directions: a number of JSON is exact up to it.
  public static let maxID = PinLabel.maxIdentifier

  /// Throws if a store cannot keep the pin: PostgreSQL's texts have no NUL character.
  public func check() throws(PinStoreError) {
    guard (-Self.maxID...Self.maxID).contains(id) else {
      throw .invalidPin(
        id: id, expected: "an identifier from -(2^53 - 1) to 2^53 - 1", found: "\(id)")
    }
    guard name.utf8.count <= Self.maxNameLength else {
      throw .invalidPin(
        id: id, expected: "a name of at most \(Self.maxNameLength) bytes",
        found: "\(name.utf8.count)")
    }
    guard !name.utf8.contains(0) else {
      throw .invalidPin(id: id, expected: "a name of characters", found: "a NUL character")
    }
    guard PinProperties.isValid(properties) else {
      throw .invalidPin(
        id: id,
        expected: "properties: a JSON object of scalars, at most \(Self.maxPropertiesLength) bytes",
        found: "\(properties.utf8.count) bytes of something else")
    }
  }
}

extension StoredPin {
  /// A pin as a database has it, which others may have written.
  ///
  /// - Throws: a fault for properties that are no part of an answer.
  public init(
    storedID id: Int64, code: Int64, name: String = "", properties: String
  ) throws(StoreFault) {
    guard PinProperties.isValid(properties) else {
      throw .structure("the pin \(id) has properties that are not a JSON object of scalars")
    }
    self.init(id: id, code: MortonCode(stored: code), name: name, properties: properties)
  }
}

extension [PinChange] {
  /// Returns the last change of each pin, in the order of the batch, if a store can keep all of
  /// them.
  public func checked() throws(PinStoreError) -> [PinChange] {
    for case .put(let pin) in self { try pin.check() }
    guard count > 1 else { return self }
    var last: [Int64: Int] = [:]
    for (position, change) in enumerated() { last[change.id] = position }
    return last.count == count
      ? self : indices.filter { last[self[$0].id] == $0 }.map { self[$0] }
  }
}

/// The number of pins of a store, and the number of batches that made it so.
public struct PinStoreState: Hashable, Sendable {
  /// The number of pins.
  public var pinCount: Int
  /// The number of batches since the store was made.
  public var version: Int64

  /// Creates a state.
  public init(pinCount: Int, version: Int64) {
    self.pinCount = pinCount
    self.version = version
  }

  /// The last version: a number of JSON is exact up to it.
  public static let maxVersion = StoredPin.maxID

  /// A state as a database has it; `nil` for numbers to which no batches lead.
  public init?(storedPins: Int64, version: Int64) {
    guard (0...Int64(PinCell.maxPinCount)).contains(storedPins),
      (0...Self.maxVersion).contains(version)
    else { return nil }
    self.init(pinCount: Int(storedPins), version: version)
  }

  /// Counts one more batch.
  ///
  /// - Parameter name: the store's name in an error.
  /// - Throws: an error after the last version, so that a store stays one that can be read.
  public mutating func addBatch(toStore name: String) throws(PinStoreError) {
    guard version < Self.maxVersion else {
      throw .database(
        name: name,
        reason: "expected a version below \(Self.maxVersion), found the last one; make the store "
          + "again from its file of pins")
    }
    version += 1
  }
}

/// The last pin of a page, after which the next page begins, even if the pin is no longer there.
public struct PinCursor: Hashable, Sendable {
  /// The place of the last pin.
  public let code: MortonCode
  /// The identifier of the last pin.
  public let id: Int64
}

/// A page of pins.
public struct PinPage: Hashable, Sendable {
  /// The pins.
  public let pins: [StoredPin]
  /// The beginning of the next page; `nil` if there is none.
  public let next: PinCursor?
  /// The rows that the database read for it.
  public let rowsRead: Int

  /// A page of the first pins of a list, which has one more than the limit where a page follows.
  public init(_ pins: [StoredPin], limit: Int, rowsRead: Int) {
    self.pins = Array(pins.prefix(limit))
    let last = self.pins.last.map { PinCursor(code: $0.code, id: $0.id) }
    next = pins.count > limit ? last : nil
    self.rowsRead = rowsRead
  }
}

/// The cells of a level in a box.
public struct CellList: Hashable, Sendable {
  /// The cells that have pins.
  public let cells: [PinCell]
  /// The rows that the database read for them.
  public let rowsRead: Int

  /// Creates a list of cells.
  public init(cells: [PinCell], rowsRead: Int) {
    self.cells = cells
    self.rowsRead = rowsRead
  }
}

/// The identifiers and the places of pins, in one order.
public struct PinLocations: Hashable, Sendable {
  /// The identifiers.
  public var ids: [Int64] = []
  /// The places.
  public var codes: [MortonCode] = []
  /// Indicates whether a pin has a name or properties.
  public var haveLabels = false
  /// The version of the store that they are from.
  public var version: Int64 = 0

  /// No pins.
  public init() {}
}

/// An error of a store.
public enum PinStoreError: Error, Hashable, Sendable {
  /// The file is no store, or one of another version.
  case notAStore(path: String, found: String)
  /// The database cannot read or write.
  case database(name: String, reason: String)
  /// The rows contradict what every batch leaves behind: something else wrote into the file.
  case damaged(name: String, found: String)
  /// Another process holds the database's lock; the same call may succeed later.
  case busy(name: String)
  /// The file or its log was removed, replaced or cut: what is written would be lost.
  case replaced(path: String)
  /// The new store's file is there already.
  case exists(path: String)
  /// A batch has a pin that cannot be stored.
  case invalidPin(id: Int64, expected: String, found: String)
}

extension PinStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAStore(let path, let found):
      "\(path): expected a store of pins that 'mappressure serve' made, found \(found); give a file "
        + "of pins to make one from, or remove the file"
    case .database(let name, let reason): "\(name): the database failed: \(reason)"
    case .damaged(let name, let found):
      "\(name): expected a store as its batches left it, found \(found); 'mappressure-server check' "
        + "lists what is wrong; make the store again from its file of pins"
    case .busy(let name): "\(name): another process holds the lock of the database; try again"
    case .replaced(let path):
      "\(path): another program removed, replaced or cut the file or its log; the server writes no "
        + "more batches; restore both and start it again"
    case .exists(let path):
      "\(path): expected an unused name for a new store, found an existing file; to serve the store "
        + "in this file, omit the file of pins"
    case .invalidPin(let id, let expected, let found):
      "the pin \(id): expected \(expected), found \(found)"
    }
  }
}
