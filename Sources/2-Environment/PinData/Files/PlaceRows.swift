import Clustering

/// The rows of a file of one format: the records of a table, the features or the objects of a text.
///
/// A format is what this protocol asks for. Which columns or members are meant say
/// ``CoordinateColumns`` and ``UsualNames``; the collector checks, counts and keeps what is found.
protocol PlaceRows: ~Copyable {
  /// The part of the file that was read.
  var progress: PinFileProgress { get }
  /// The known facts about the file after its last row.
  var source: DataFile.Source { get }
  /// Hands the places of the next row to a collector, or has it count the row. Returns false after
  /// the last one.
  mutating func next(into collector: inout PinCollector) throws(Problem) -> Bool
  /// The place of what was read last, for an error; `nil` for the file as a whole.
  ///
  /// - Parameter property: the property that is wrong, if one is.
  func location(of property: PlaceProperty?) -> DataFileError.Location?
}

extension PlaceRows where Self: ~Copyable {
  /// Hands all places to a collector, in the file's order.
  mutating func read(
    path: String, into collector: inout PinCollector
  ) throws(DataFileError) -> DataFile.Source {
    do throws(Problem) {
      while try next(into: &collector) {
        if collector.endsStep() { collector.showProgress?(progress) }
      }
    } catch {
      throw DataFileError(
        path: path, location: error.isOfContents ? location(of: collector.wrongProperty) : nil,
        problem: error)
    }
    return source
  }
}

/// Rows that have the coordinate in two columns, or in one with both numbers.
protocol PlaceTable: PlaceRows, ~Copyable {
  var columns: CoordinateColumns { get }
  /// The column that is being read, from 0, for an error.
  var column: Int? { get set }
  /// Returns whether the row says that it has no number in a column.
  func isMissing(_ column: Int) -> Bool
  func number(_ column: Int) throws(Problem) -> Double
  /// The text in a column, without blanks around it.
  mutating func text(_ column: Int) -> String
  /// The coordinate of the row, as it is written.
  mutating func coordinate() throws(Problem) -> Coordinate
  /// The details of the row's place.
  mutating func readDetails() -> PlaceDetails
}

extension PlaceTable where Self: ~Copyable {
  /// Hands the place of the current row to a collector and returns its coordinate, or has a row
  /// without one counted.
  mutating func addRow(to collector: inout PinCollector) throws(Problem) -> Coordinate? {
    column = 0
    if !collector.isOfPlaces, isMissing(columns.latitude), isMissing(columns.longitude) {
      try collector.leaveOut(.missingCoordinate)
      return nil
    }
    let coordinate = try coordinate()
    let isOnEarth = collector.options.notation.coordinate(coordinate).isValid
    column = isOnEarth ? 0 : columns.latitude
    if !isOnEarth, columns.besides.count == 2 {
      let other = CoordinateNames(latitude: columns.besides[0], longitude: columns.besides[1])
      throw .mismatch(
        expected: "a latitude of -90 to 90 and a longitude of -180 to 180",
        found: "latitude \(coordinate.latitude), longitude \(coordinate.longitude)",
        remedy: "Read the other columns: " + other.choice())
    }
    if collector.details.areWanted {
      try collector.add(coordinate, readDetails(), exchange: columns.names.exchange)
    } else {
      // The details are copied, which millions of pins would notice.
      try collector.add(coordinate, exchange: columns.names.exchange)
    }
    return coordinate
  }

  mutating func coordinate() throws(Problem) -> Coordinate { try coordinateOfTwoColumns() }

  mutating func coordinateOfTwoColumns() throws(Problem) -> Coordinate {
    let latitude = try angle(columns.latitude, isLatitude: true)
    return Coordinate(
      latitude: latitude, longitude: try angle(columns.longitude, isLatitude: false))
  }

  private mutating func angle(_ column: Int, isLatitude: Bool) throws(Problem) -> Double {
    self.column = column
    let number: Double
    do throws(Problem) {
      number = try self.number(column)
    } catch {
      guard let written = WrittenAngle(text(column)) else { throw error }
      number = try written.angle(isLatitude: isLatitude)
    }
    if columns.parts.isEmpty { return number }
    var values: [AnglePart.Kind: Double] = [:]
    var letter: String?
    for kind in AnglePart.Kind.allCases {
      let part = AnglePart(kind: kind, isLatitude: isLatitude)
      guard let column = columns.parts[part]?.column, !isMissing(column) else { continue }
      self.column = column
      if kind == .hemisphere {
        letter = text(column)
      } else {
        values[kind] = try self.number(column)
      }
    }
    return try AnglePart.angle(number, isLatitude: isLatitude, parts: values, letter: letter)
  }
}
