import MapGeometry

/// Reads places from files that other tools export.
package enum PlaceFile {
  /// The places in a GeoJSON (.geojson, .json) or CSV (.csv) file, in the file's order.
  ///
  /// - GeoJSON: a FeatureCollection of Points with properties; features with a null geometry are
  ///   left out.
  /// - CSV: a header line that names the columns, in upper or lower case, separated by commas,
  ///   semicolons or tabs; the coordinate's columns are those of ``PinFile``.
  ///
  /// The properties or columns, all but one of them optional:
  ///
  /// - `name`. An address may do without: it is called by its street and number.
  /// - `category`: a name of ``PointOfInterestCategory``, as MapKit or people write it ("gasStation",
  ///   "MKPOICategoryGasStation", "Gas Station"), a name of ``PhysicalFeature``, or the value of an
  ///   OpenStreetMap tag, with its key or without ("amenity=fuel", "fuel"). Without this property
  ///   the tags themselves are looked for: `amenity`, `shop`, `tourism`, `leisure`, `sport`,
  ///   `historic`, `natural` and more; the first one whose value is known counts, and every shop
  ///   that is nothing else is a store. A category that is not known is an error, because a search
  ///   by category would miss the place.
  /// - `kind`: "pointOfInterest", "address" or "physicalFeature". Without it the category decides;
  ///   without a category a place with a street is an address.
  /// - `street` or `addr:street`, `housenumber` or `addr:housenumber`, `city` or `addr:city`.
  /// - `prominence`: a whole number from 0 to 100, 0 without it.
  ///
  /// The first thing that is wrong ends the reading; no place is dropped silently. Takes O(n) time.
  /// Safe to call from any thread; it blocks while it reads.
  package static func read(path: String) throws(DataFileError) -> PlaceSet {
    let places = try DataFile.read(path: path, properties: PlaceRecord()) {
      (coordinate, record) throws(PlaceRecord.Mistake) in
      // With properties there is a record.
      try (record ?? PlaceRecord()).place(at: coordinate)
    }
    return PlaceSet(places: places)
  }
}
