import PinData
import YAMLReading

extension InputError {
  /// The problem of a data file, at its position in that file.
  package init(_ error: DataFileError) {
    var line = 1
    var column = 1
    var position = ""
    switch error.location {
    case .line(let number): line = number
    case .field(let number, let field): (line, column) = (number, field)
    case .feature, .byteOffset: position = error.location.map { "\($0): " } ?? ""
    case nil: break
    }
    self.init(
      .data(position + "\(error.problem)"),
      at: SourceLocation(file: error.path, line: line, column: column))
  }
}
