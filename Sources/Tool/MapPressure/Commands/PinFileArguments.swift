import ArgumentParser
import Families
import PinData

/// What a command needs to know about a file of pins.
struct PinFileArguments: ParsableArguments {
  @Option(help: "A database's table. (default: the one with pins)")
  var table: String?

  @Option(help: "The latitude's column. (default: latitude, lat, y)")
  var latitude: String?

  @Option(help: "The longitude's. (default: longitude, lon, lng, long, x)")
  var longitude: String?

  @Option(help: "The most places to read.")
  var maxPlaces = PinFileOptions.usualMaxPlaces

  func validate() throws {
    guard (1...PinSource.maxCount).contains(maxPlaces) else {
      throw ValidationError(
        "--max-places: expected a number from 1 to \(PinSource.maxCount), found \(maxPlaces)")
    }
    guard (latitude == nil) == (longitude == nil) else {
      throw ValidationError(
        "expected --latitude and --longitude, or neither of them, found one of them")
    }
  }

  var options: PinFileOptions {
    var options = PinFileOptions(table: table, maxPlaces: maxPlaces)
    if let latitude, let longitude {
      options.columns = CoordinateNames(latitude: latitude, longitude: longitude)
    }
    return options
  }
}
