import PinData
import YAMLReading

extension InputError {
  /// What is wrong with a pin file, at its place in that file.
  init(_ error: PinFileError) {
    var line = 1
    var column = 1
    var place = ""
    switch error.location {
    case .line(let number, let field): (line, column) = (number, field)
    case .feature(let index, let offset): place = "feature \(index) (byte \(offset)): "
    case .byteOffset(let offset): place = "byte \(offset): "
    case nil: break
    }
    self.init(
      .data(place + "\(error.problem)"),
      at: SourceLocation(file: error.path, line: line, column: column))
  }
}
