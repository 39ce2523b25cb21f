import Clustering
import PinData
import TestSupport
import Testing

/// The likely meanings of coordinates off the earth: each message has the way for this file.
@Suite struct CoordinateLikenessTests {
  @Test(
    arguments: [
      // Fiji, as models of the sea write it; 0 and 360 are the same meridian.
      (-20.42, 181.62, [.longitudesFrom0]), (0, 180.5, [.longitudesFrom0]),
      (90, 360, [.longitudesFrom0]),
      // Sydney, exchanged.
      (151.2, -33.9, [.swapped]), (180, 0, [.swapped]),
      // Berlin, Accra, Sydney exchanged, in millionths and so on.
      (52_520_000, 13_405_000, [.scaled(exponents: [6, 7])]),
      (525_200_000, 134_050_000, [.scaled(exponents: [7])]),
      (1_512_000_000, -338_700_000, [.scaled(exponents: [7])]),
      (5_603_700, -187_000, [.scaled(exponents: [5, 6, 7]), .metres]),
      // Berlin in UTM, with the number of the zone, in web mercator and in whole metres.
      (5_820_000.25, 392_000.5, [.metres]), (5_820_000.25, 33_392_000.5, [.metres]),
      (6_894_699.801, 1_492_237.774, [.metres]), (99_000, -88_000, [.metres]),
      // Vienna and London as NMEA writes them.
      (4_812.066, 1_621.132, [.degreesAndMinutes]), (5_130, -7.5, []),
      (5_130.25, -7.5, [.degreesAndMinutes]),
      // One number alone is wrong, or nothing that is known.
      (52.52, 13_405, []), (52, 13_405_000, []), (91, 200, []), (95, 95, []), (10, 360.5, []),
      (-181, 20, []), (.nan, 8, []), (.infinity, 5_000, []), (1e300, 1e300, []),
    ] as [(Double, Double, [CoordinateLikeness])])
  func aCoordinateOffTheEarth(
    latitude: Double, longitude: Double, likenesses: [CoordinateLikeness]
  ) {
    let coordinate = Coordinate(latitude, longitude)
    #expect(CoordinateLikeness.all(coordinate) == likenesses)
  }

  /// A wrong scale is answered with the right one.
  @Test func theGivenNotationCounts() {
    let written = Coordinate(525_200_000, 134_050_000)
    #expect(
      CoordinateLikeness.all(written, in: CoordinateNotation(scale: 1e-6))
        == [.scaled(exponents: [7])])
    let fiji = Coordinate(-17_800_000, 181_000_000)
    #expect(CoordinateLikeness.all(fiji, in: CoordinateNotation(scale: 1e-6)) == [.longitudesFrom0])
    let both = CoordinateNotation(scale: 1e-6, longitudes: .from0)
    #expect(CoordinateLikeness.all(Coordinate(0, 361_000_000), in: both).isEmpty)
  }

  @Test(arguments: [
    ("188,-20", "like longitudes from 0 to 360", "the option --longitudes 0-360"),
    ("13405000,52520000", "like degrees times 1e6 or 1e7", "--scale 1e-6 or --scale 1e-7"),
    ("13405000,52520000", "degrees", "\"scale: 1e-6\" or \"scale: 1e-7\" in 'data'"),
    ("392000.5,5820000.25", "like metres of a map projection", "ogr2ogr -s_srs EPSG:NUMBER"),
    ("392000,5820000", "1e5 or 1e6 or 1e7, or like metres", "NEW.geojson"),
    ("-33.9,151.2", "swapped", "Exchange the two columns"),
  ])
  func theMessageHasTheWay(row: String, words: String, remedy: String) throws {
    for before in ["", "13.4,52.5\n13.5,52.6\n"] {
      let message = try PinTextFile(name: "pins.csv").message("lon,lat\n\(before)\(row)\n")
      #expect(message.contains("which look \(words)") || message.contains(words), "\(message)")
      #expect(message.contains(remedy), "\(message)")
      #expect(!message.contains("remove this place"), "\(message)")
    }
  }

  @Test func aPlaceThatIsNothingKnownIsCorrectedOrRemoved() throws {
    let message = try PinTextFile(name: "pins.csv").message("lat,lon\n91,200\n")
    #expect(message.hasSuffix("Check that they are degrees, and correct or remove this place."))
  }
}
