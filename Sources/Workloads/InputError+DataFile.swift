import PinData
import YAMLReading

extension InputError {
  /// What is wrong with a pin file, at its place in that file.
  package init(_ error: PinFileError) {
    self.init(path: error.path, location: error.location, problem: "\(error.problem)")
  }

  /// What is wrong with a file of places, at its place in that file.
  package init(_ error: PlaceFileError) {
    self.init(path: error.path, location: error.location, problem: "\(error.problem)")
  }

  private init(path: String, location: PinFileError.Location?, problem: String) {
    var line = 1
    var column = 1
    var place = ""
    switch location {
    case .line(let number, let field): (line, column) = (number, field)
    case .feature(let index, let offset): place = "feature \(index) (byte \(offset)): "
    case .byteOffset(let offset): place = "byte \(offset): "
    case nil: break
    }
    self.init(.data(place + problem), at: SourceLocation(file: path, line: line, column: column))
  }
}
