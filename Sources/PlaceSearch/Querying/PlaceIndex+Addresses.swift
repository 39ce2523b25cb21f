import GRDB
import MapGeometry

extension PlaceIndex {
  /// The addresses within a distance in metres along the sphere, to a millimetre, nearest first;
  /// of equals the better known first.
  ///
  /// None where the coordinate is not valid, or the distance is negative or not a number. Takes time
  /// for the addresses in a circle that holds enough of them, at most three times as wide as needed.
  public func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    guard limit > 0, coordinate.isValid, distance >= 0 else {
      return PlaceAnswer(places: [], examined: 0)
    }
    return try read { database, contents in
      var search = NearestAddresses(database: database, center: coordinate)
      let rows = try search.rows(within: distance, limit: limit)
      return PlaceAnswer(
        places: try rows.map { try database.place(row: $0, contents: contents) },
        examined: search.examined)
    }
  }
}
