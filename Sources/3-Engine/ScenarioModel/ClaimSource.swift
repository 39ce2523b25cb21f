import Support

/// Lines of a document, counted from 1.
public struct DocumentLines: Hashable, Sendable, Codable {
  /// The ranges of lines, in ascending order and without overlap.
  public let ranges: [ClosedRange<Int>]

  /// Creates lines from ranges in ascending order and without overlap.
  package init(_ ranges: [ClosedRange<Int>]) {
    self.ranges = ranges
  }

  /// The lines for people: `line 172`, `lines 42, 101-103`.
  package var label: String {
    let parts = ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    let isOne = ranges.count == 1 && ranges[0].count == 1
    return (isOne ? "line " : "lines ") + parts.joined(separator: ", ")
  }
}

extension DocumentLines {
  /// The keys of lines in a file.
  static let keys = ["line", "lines"]

  /// Reads `line: 172`, `lines: 166-177` or `lines: [42, 101-103]`.
  ///
  /// - Parameter maximum: the number of lines of the document, where it is known.
  package init(_ mapping: YAMLMapping, maximum: Int = .max) throws(InputError) {
    if let line = mapping["line"] {
      if let lines = mapping["lines"] {
        throw lines.error(expected: "'line' or 'lines', not both")
      }
      let number = try line.integer(in: 1...maximum)
      ranges = [number...number]
      return
    }
    let value = try mapping.value("lines")
    let isOne = (try? value.text()) != nil
    let elements = isOne ? [value] : try value.elements()
    var ranges: [ClosedRange<Int>] = []
    for element in elements {
      let range = try Self.range(element, maximum: maximum)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        throw element.error(expected: "lines in ascending order, each once")
      }
      ranges.append(range)
    }
    self.ranges = ranges
  }

  private static func range(
    _ value: YAMLValue, maximum: Int
  ) throws(InputError) -> ClosedRange<Int> {
    let ends = try value.text().split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0) }
    let limit = maximum == .max ? "" : " up to \(maximum)"
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first >= 1,
      first <= last, last <= maximum
    else { throw value.error(expected: "a line, or a range such as 166-177, from 1\(limit)") }
    return first...last
  }
}

extension Claim {
  /// The origin of a claim.
  public enum Source: Hashable, Sendable, Codable {
    /// Lines of a document whose statements a ledger lists.
    case document(name: String, lines: DocumentLines)
    /// Another publication: a report, a benchmark, a page.
    case publication(String)
    /// A hypothesis of the author of the scenario file.
    case hypothesis
  }
}

extension Claim.Source {
  /// The keys of a source in a file; a source has one.
  private static let origins = ["document", "by", "hypothesis"]

  /// Reads the source of a claim, or of a scenario.
  init(_ mapping: YAMLMapping) throws(InputError) {
    let origin = try mapping.entry(ofOneOf: Self.origins)
    switch origin.key {
    case "document":
      self = .document(name: try origin.value.text(), lines: try DocumentLines(mapping))
      return
    case "by": self = .publication(try origin.value.text())
    default:
      guard try origin.value.text() == "true" else {
        throw origin.value.error(expected: "true")
      }
      self = .hypothesis
    }
    if let lines = mapping["line"] ?? mapping["lines"] {
      throw lines.error(expected: "no lines without a 'document'")
    }
  }

  /// The source for people: `axiom-mapkit, line 172`.
  package var label: String {
    switch self {
    case .document(let name, let lines): "\(name), \(lines.label)"
    case .publication(let name): name
    case .hypothesis: "hypothesis of this project"
    }
  }
}
