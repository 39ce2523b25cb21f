import Foundation
import MapGeometry
import PinData

extension FuzzTarget {
  /// The readers of pins and of places, each in both formats.
  static let places: [FuzzTarget] = [
    pins("pins-geojson", "input.geojson", dictionary: "geojson"),
    pins("pins-csv", "input.csv", dictionary: "csv"),
    places("places-geojson", "input.geojson", dictionary: "geojson"),
    places("places-csv", "input.csv", dictionary: "csv"),
  ]

  private static func pins(_ name: String, _ file: String, dictionary: String) -> FuzzTarget {
    let scratch = ScratchFile(file)
    return FuzzTarget(name, dictionary: dictionary) { input in
      try scratch.with(input) { path in
        do {
          let pins = try PinFile.read(path: path)
          try require(pins.coordinates.allSatisfy(\.isValid), "a pin is not on the earth")
          return .accepted
        } catch let error as DataFileError {
          try check(error.location, in: input, "\(error)")
          return .refused("\(error.problem)")
        }
      }
    }
  }

  private static func places(_ name: String, _ file: String, dictionary: String) -> FuzzTarget {
    let scratch = ScratchFile(file)
    return FuzzTarget(name, dictionary: dictionary) { input in
      try scratch.with(input) { path in
        do {
          let places = try PlaceFile.read(path: path).places
          try require(
            places.allSatisfy(\.coordinate.isValid), "a place is not on the earth")
          try require(
            places.allSatisfy { (0...100).contains($0.prominence) },
            "a prominence is not from 0 to 100")
          return .accepted
        } catch let error as DataFileError {
          try check(error.location, in: input, "\(error)")
          return .refused("\(error.problem)")
        }
      }
    }
  }

  static func check(
    _ location: DataFileError.Location?, in input: Data, _ message: String
  ) throws(BrokenPromise) {
    switch location {
    case .line(let line): try require(line: line, in: input, message)
    case .field(let line, let column):
      try require(line: line, in: input, message)
      try require(column >= 1, "an error before the first field: \(message)")
    case .feature(let index, let offset):
      try require(
        index >= 0 && (0...input.count).contains(offset), "a place outside of the file: \(message)")
    case .byteOffset(let offset):
      try require((0...input.count).contains(offset), "a place outside of the file: \(message)")
    case nil: break
    }
  }
}
