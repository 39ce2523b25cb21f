import ArgumentParser
import Families
import PinData

/// The options for reading a file of pins.
struct PinFileArguments: ParsableArguments {
  @Option(help: "A database's table. (default: the one with pins)")
  var table: String?

  @Option(help: "The latitude column, by name or number. (default: latitude, lat, y and the like)")
  var latitude: String?

  @Option(
    help: """
      Longitude column; if one column holds both, name it twice. (default: longitude, lon, lng, x …)
      """)
  var longitude: String?

  @Option(help: "The degrees per unit, such as 1e-6.")
  var scale = 1.0

  @Option(help: ArgumentHelp("The range of the longitudes.", valueName: "range"))
  var longitudes = CoordinateNotation.Longitudes.around0

  @Option(help: ArgumentHelp("The maximum number of places.", valueName: "count"))
  var maxPlaces = PinFileOptions.usualMaxPlaces

  func validate() throws {
    guard (1...PinSource.maxCount).contains(maxPlaces) else {
      throw ValidationError(
        "--max-places: expected a number from 1 to \(PinSource.maxCount), found \(maxPlaces)")
    }
    guard (1e-12...1e12).contains(scale) else {
      throw ValidationError("--scale: expected a number from 1e-12 to 1e12, found \(scale)")
    }
    guard (latitude == nil) == (longitude == nil) else {
      throw ValidationError(
        "expected both --latitude and --longitude or neither, found one")
    }
  }

  var options: PinFileOptions {
    var options = PinFileOptions(table: table, maxPlaces: maxPlaces)
    if let latitude, let longitude {
      options.columns = CoordinateNames(latitude: latitude, longitude: longitude)
    }
    options.notation = CoordinateNotation(scale: scale, longitudes: longitudes)
    return options
  }
}

extension CoordinateNotation.Longitudes: ExpressibleByArgument {}
