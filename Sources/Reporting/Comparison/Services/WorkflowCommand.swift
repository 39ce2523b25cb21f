import Support

/// A line on standard output that GitHub Actions takes for a command: an annotation.
struct WorkflowCommand {
  enum Level: String {
    case error
    case warning
  }

  let level: Level
  /// The file that the annotation is shown at; `nil` for none.
  let file: String?
  let title: String
  /// May have several lines.
  let message: String

  /// Escaped as GitHub's own toolkit does it (`escapeData` and `escapeProperty` of
  /// actions/toolkit, packages/core/src/command.ts).
  var line: String {
    let properties = [file.map { ("file", $0) }, ("title", PlainText.lines(title))]
      .compactMap(\.self)
      .map { "\($0.0)=\(Self.property($0.1))" }.joined(separator: ",")
    return "::\(level.rawValue) \(properties)::\(Self.data(PlainText.lines(message)))"
  }

  private static func data(_ text: String) -> String {
    var result = ""
    // Scalars, because a carriage return and a line feed together are one `Character`.
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      // GitHub knows no escape for others, which a terminal that shows the log would obey.
      case _ where scalar.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
