/// Text that came from data, made fit for a terminal, a log or a report.
package enum PlainText {
  /// The text on one line, without control characters and without what is not seen: marks that
  /// change the direction of reading could make a line look like another one.
  package static func line(_ text: String) -> String {
    String(seen(text.unicodeScalars)).split(separator: " ").joined(separator: " ")
  }

  /// Lines to be printed, of which none is anything but text: neither to a terminal nor to the
  /// service that keeps a job's log. Spaces stay as they are, because they align columns.
  ///
  /// This makes what is printed harmless. It cannot know which line breaks came with data: data
  /// goes through ``line(_:)`` first.
  package static func lines(_ text: String) -> String {
    // Scalars, because a carriage return and a line feed together are one `Character`.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(LogCommand.broken(Array(seen($0)))) }.joined(separator: "\n")
  }

  /// The text with its line breaks and tabs, for a form that quotes them.
  package static func block(_ text: String) -> String {
    String(seen(text.unicodeScalars, keeping: "\t\n\r"))
  }

  /// The text with at most so many characters; what is cut off shows as an ellipsis.
  package static func shortened(_ text: String, to limit: Int) -> String {
    text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
  }

  private static func seen(
    _ scalars: some Sequence<Unicode.Scalar>, keeping kept: String = ""
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control where kept.unicodeScalars.contains(scalar): result.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format, .surrogate, .privateUse: continue
      // Joiners, fillers and selectors of variants: a service that compares text as people read it
      // looks through them.
      default: if !scalar.properties.isDefaultIgnorableCodePoint { result.append(scalar) }
      }
    }
    return result
  }
}

/// What continuous integration services take for a command in the log of a job.
///
/// GitHub's runner: a line that begins with `::` after spaces of any kind, or that has `##[`
/// anywhere (actions/runner, `ActionCommand.TryParseV2` and `TryParse`). Azure's agent: `##vso[`
/// anywhere (azure-pipelines-agent, `Command.TryParse`). TeamCity: a line that begins with
/// `##teamcity[`.
private enum LogCommand {
  /// The line with a space where it would be a command.
  static func broken(_ line: [Unicode.Scalar]) -> String.UnicodeScalarView {
    let start = line.firstIndex { !$0.properties.isWhitespace }
    var result = String.UnicodeScalarView()
    for (index, scalar) in line.enumerated() {
      result.append(scalar)
      let rest = line[(index + 1)...]
      let isColon = index == start && scalar == ":" && rest.first == ":"
      let isHash = scalar == "#" && index > 0 && line[index - 1] == "#" && isNameAndBracket(rest)
      if isColon || isHash { result.append(" ") }
    }
    return result
  }

  private static func isNameAndBracket(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    scalars.first { !$0.properties.isAlphabetic } == "["
  }
}
