import Foundation

/// Documents as JSON in one form: indented, with sorted keys, so that the same document is the same
/// text.
package enum SortedJSON {
  /// The text with a line break at its end.
  ///
  /// - Parameter name: what errors call the document.
  package static func text(
    of document: some Encodable, named name: String
  ) throws(ReportingError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
    } catch {
      throw .cannotEncode(file: name, reason: "\(error)")
    }
  }
}
