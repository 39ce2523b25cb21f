import Clustering
import PinData
import PinService
import ScenarioModel
import Simulation
import Support
import Synchronization

/// The source of a scenario's pins: a seeded generator, or a file of the user.
package enum PinSource: Sendable {
  case generator(PinGenerator, pins: Int, seed: UInt64)
  case file(SharedPinFile)

  /// More pins than any memory limit here allows, and fewer than an index takes.
  package static let maxCount = 100_000_000
  private static let generatorKeys = ["generator", "pins", "seed"]
  private static let fileKeys = [
    "file", "sqlite", "table", "latitude", "longitude", "scale", "longitudes", "max-places",
  ]

  /// The key that pins are read from.
  package static let key = ScenarioKey(
    "data",
    .group([
      ScenarioKey(
        "generator", .choice(PinGenerator.allCases.map(\.rawValue)), "the generator of the pins"),
      ScenarioKey("pins", .integer(1...maxCount), "the number of generated pins"),
      ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of generated pins"),
      ScenarioKey("file", .text, "a file of pins instead of a generator"),
      ScenarioKey("sqlite", .text, "a database instead of a file"),
      ScenarioKey("table", .text, "the table of a database"),
      ScenarioKey("latitude", .text, "the column or member with the latitude"),
      ScenarioKey("longitude", .text, "the column or member with the longitude"),
      ScenarioKey(
        "scale", .number(1e-12...1e12), standard: "1",
        "the degrees for each unit of a file's coordinates, such as 1e-6 for micro-degrees"),
      ScenarioKey(
        "longitudes", .choice(CoordinateNotation.Longitudes.allCases.map(\.rawValue)),
        standard: CoordinateNotation.Longitudes.around0.rawValue,
        "the range of a file's longitudes"),
      ScenarioKey(
        "max-places", .integer(1...maxCount), standard: "\(PinFileOptions.usualMaxPlaces)",
        "the maximum number of places of a file"),
    ]), isRequired: true)

  package init(_ yaml: YAMLValue, scenarioFile: String) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.key.names)
    let mistakes = yaml.mistakes
    if let file = mapping["file"] ?? mapping["sqlite"] {
      try mistakes.part(
        or: (),
        try mapping.refuse(
          Self.generatorKeys,
          expected: "either '\(file.name)' or 'generator' with 'pins' and 'seed'"))
      let options = try mistakes.part(or: PinFileOptions(), try Self.options(mapping))
      self = .file(
        SharedPinFile(
          path: try file.path(relativeTo: scenarioFile), options: options,
          location: file.location))
      return
    }
    if let error = mapping.misspelt["file"] ?? mapping.misspelt["sqlite"] { throw error }
    try mapping.refuse(Self.fileKeys, expected: "a 'file' or a 'sqlite' next to it")
    self = .generator(
      try mistakes.part(or: .cities, try mapping.value("generator").choice("generator")),
      pins: try mistakes.part(or: 1, try mapping.value("pins").integer(in: 1...Self.maxCount)),
      seed: try mistakes.part(
        or: 0, UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)))
  }

  /// Reads the keys for a file.
  private static func options(_ mapping: YAMLMapping) throws(InputError) -> PinFileOptions {
    if mapping["file"] != nil {
      try mapping.refuse(["sqlite"], expected: "either 'file' or 'sqlite'")
      try mapping.refuse(["table"], expected: "'sqlite' instead of 'file' next to it")
    }
    var columns: CoordinateNames?
    switch (mapping["latitude"], mapping["longitude"]) {
    case (let latitude?, let longitude?):
      columns = CoordinateNames(latitude: try latitude.text(), longitude: try longitude.text())
    case (let value?, nil), (nil, let value?):
      throw value.error(expected: "'latitude' and 'longitude', or neither of them")
    case (nil, nil): break
    }
    var options = PinFileOptions(
      isDatabase: mapping["sqlite"] != nil, table: try mapping["table"]?.text(), columns: columns,
      maxPlaces: try mapping["max-places"]?.integer(in: 1...maxCount)
        ?? PinFileOptions.usualMaxPlaces)
    options.notation = CoordinateNotation(
      scale: try mapping["scale"]?.number(in: 1e-12...1e12) ?? 1,
      longitudes: try mapping["longitudes"]?.choice("range of longitudes") ?? .around0)
    return options
  }

  /// The number of pins.
  ///
  /// - Parameter folders: the folders of a replay, whose processes read a file once.
  package func count(in folders: TrialFolders? = nil) throws(InputError) -> Int {
    switch self {
    case .generator(_, let pins, _): return pins
    case .file(let contents):
      do {
        return try contents.pins(sharedIn: folders?.shared).count
      } catch {
        throw InputError(error, namedAt: contents.location)
      }
    }
  }

  /// Returns the pins at a size. The pins of a smaller size are among those of a larger one.
  ///
  /// Generated pins are a prefix of one sequence. Of a file's pins, which are in the order of their
  /// places, an even selection is used, so that a smaller size has the same distribution.
  ///
  /// - Parameter folders: the folders of a replay, whose processes read a file once.
  package func pins(size: Int, in folders: TrialFolders? = nil) throws -> PinSet {
    switch self {
    case .generator(let generator, _, let seed): return generator.pins(count: size, seed: seed)
    case .file(let contents):
      let all = try contents.pins(sharedIn: folders?.shared)
      guard size <= all.count else {
        throw WorkloadError.tooFew(
          "pins", file: contents.path, found: all.count, wanted: size)
      }
      guard size < all.count else { return all }
      return PinSet(
        coordinates: Self.evenSelection(size, of: all.count).map { all.coordinates[$0] })
    }
  }

  /// Returns some of the numbers below a count, in ascending order. A smaller selection is a part of
  /// a larger one.
  ///
  /// Numbers are chosen in the order of their reversed bits (the sequence of van der Corput), whose
  /// prefixes are spread evenly.
  private static func evenSelection(_ size: Int, of count: Int) -> [Int] {
    let bits = Int.bitWidth - max(count - 1, 1).leadingZeroBitCount
    var selection: [Int] = []
    selection.reserveCapacity(size)
    var position: UInt64 = 0
    while selection.count < size {
      let reversed = Int(position.bitReversed >> UInt64(UInt64.bitWidth - bits))
      if reversed < count { selection.append(reversed) }
      position += 1
    }
    return selection.sorted()
  }

  /// Throws if the file cannot be read, or has fewer pins than a size asks for.
  package func check(sizes: [Int]) throws {
    guard case .file(let contents) = self else { return }
    let count = try count()
    if let size = sizes.first(where: { $0 > count }) {
      throw WorkloadError.tooFew("pins", file: contents.path, found: count, wanted: size)
    }
  }

  /// The account of the file's reading, if there is one.
  package func fileSummary() throws(InputError) -> PinFileSummary? {
    guard case .file(let contents) = self else { return nil }
    do {
      return try contents.read().summary
    } catch {
      throw InputError(error, namedAt: contents.location)
    }
  }

  /// The file, if there is one.
  package var file: String? {
    if case .file(let contents) = self { contents.path } else { nil }
  }

  /// The seed of generated pins.
  package var seed: UInt64? {
    if case .generator(_, _, let seed) = self { seed } else { nil }
  }

  package func reseeded(_ seed: UInt64) -> PinSource {
    guard case .generator(let generator, let pins, _) = self else { return self }
    return .generator(generator, pins: pins, seed: seed)
  }

  package var description: String {
    switch self {
    case .generator(let generator, _, let seed): "generator \(generator.rawValue), seed \(seed)"
    case .file(let contents): contents.description
    }
  }
}

/// The pins of a file, read at their first use and then kept, because a scenario's size, its
/// warm-up and its trial need them.
///
/// Safe to use from several threads.
package final class SharedPinFile: Sendable {
  package let path: String
  /// The place of the path in a scenario's file; `nil` for a path of a command line.
  package let location: SourceLocation?
  private let options: PinFileOptions
  private let contents = Mutex<PinFileContents?>(nil)
  private let pins = Mutex<PinSet?>(nil)

  package init(
    path: String, options: PinFileOptions = PinFileOptions(), location: SourceLocation? = nil
  ) {
    self.path = path
    self.location = location
    self.options = options
  }

  package func read() throws(DataFileError) -> PinFileContents {
    if let contents = contents.withLock({ $0 }) { return contents }
    let read = try PinFile.read(path: path, options: options)
    contents.withLock { $0 = read }
    return read
  }

  /// The pins, which the processes that have a temporary folder in common read once.
  ///
  /// They are in the order of their places: what a replay picks by position, such as the pin that a
  /// camera zooms in to, does not depend on the order of a file's rows.
  func pins(sharedIn folder: String?) throws(DataFileError) -> PinSet {
    if let pins = pins.withLock({ $0 }) { return pins }
    let found =
      if let read = contents.withLock({ $0 }) {
        read.pins
      } else if let folder {
        try PinFile.pins(path: path, options: options, sharedIn: folder)
      } else {
        try read().pins
      }
    let ordered = found.inOrderOfPlaces
    pins.withLock { $0 = ordered }
    return ordered
  }

  /// The file and the keys for it as text: other texts stand for other pins.
  package var description: String {
    "file \(path)" + (options.table.map { ", table \($0)" } ?? "")
      + (options.columns.map { ", columns \($0.latitude) and \($0.longitude)" } ?? "")
      + "\(options.notation)"
  }
}

extension YAMLMapping {
  /// Throws if one of some keys is given.
  func refuse(_ keys: [String], expected: String) throws(InputError) {
    if let value = keys.lazy.compactMap({ self[$0] }).first {
      throw value.error(expected: expected)
    }
  }
}

extension PinSet {
  /// The pins along Morton's curve, so that neighbours are close on the map, and one pin more moves
  /// the others by one position. O(n log n).
  fileprivate var inOrderOfPlaces: PinSet {
    struct Place: Comparable {
      let code: MortonCode
      let coordinate: Coordinate

      static func < (left: Place, right: Place) -> Bool {
        guard left.code == right.code else { return left.code < right.code }
        return (left.coordinate.latitude, left.coordinate.longitude)
          < (right.coordinate.latitude, right.coordinate.longitude)
      }
    }
    var places = coordinates.map { Place(code: MortonCode(MapPoint($0)), coordinate: $0) }
    places.sort()
    return PinSet(coordinates: places.map(\.coordinate))
  }

  /// An annotation for each pin, in the pins' order.
  public var annotations: [Annotation] {
    coordinates.indices.map { Annotation(id: .pin($0), mapPoint: MapPoint(coordinates[$0])) }
  }

  /// The places of the pins on the flat world, in the pins' order.
  public var mapPoints: [MapPoint] { [MapPoint](projecting: coordinates) }
}

extension UInt64 {
  /// The number with its bits in reversed order.
  fileprivate var bitReversed: UInt64 {
    var value = byteSwapped
    value = (value & 0x0F0F_0F0F_0F0F_0F0F) << 4 | (value >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    value = (value & 0x3333_3333_3333_3333) << 2 | (value >> 2) & 0x3333_3333_3333_3333
    return (value & 0x5555_5555_5555_5555) << 1 | (value >> 1) & 0x5555_5555_5555_5555
  }
}

extension InputError {
  /// The problem of a data file, at its position in that file.
  ///
  /// - Parameter location: the place of the file's name, for a file that cannot be read.
  package init(_ error: DataFileError, namedAt location: SourceLocation? = nil) {
    var isUnreadable = FilePath.isMissing(error.path)
    if case .unreadable = error.problem { isUnreadable = true }
    if let location, isUnreadable {
      self.init(unreadable: error.path, reason: "\(error.problem)", namedAt: location)
      return
    }
    var line = 1
    var column = 1
    var place = ""
    switch error.location {
    case .line(let number): line = number
    case .field(let number, let field): (line, column) = (number, field)
    case .feature(let index, let position):
      (line, column) = (position.line, position.column)
      place = "feature \(index) (byte \(position.byteOffset)): "
    case .position(let position): (line, column) = (position.line, position.column)
    case .row: place = error.location.map { "\($0): " } ?? ""
    case nil: break
    }
    self.init(
      .data(place + "\(error.problem)"),
      at: SourceLocation(file: error.path, line: line, column: column))
  }
}
