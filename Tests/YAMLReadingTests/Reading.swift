import TestSupport
import YAMLReading

/// The value under a key of a text's root.
func value(_ key: String = "key", of text: String) throws -> YAMLValue {
  try YAMLDocument(text: text, file: "test.yaml").root.mapping().value(key)
}

extension InputError {
  /// An error at the marked place of a text that was read as `test.yaml`.
  init(_ problem: Problem, at marked: MarkedText) {
    self.init(
      problem, at: SourceLocation(file: "test.yaml", line: marked.line, column: marked.column))
  }
}
