/// Functions that make text from data harmless in a terminal, a log or a report.
package enum PlainText {
  /// Returns the text on one line, without control and invisible characters: marks that change the
  /// direction of reading could make a line look like another one.
  package static func line(_ text: String) -> String {
    String(visible(text.unicodeScalars)).split(separator: " ").joined(separator: " ")
  }

  /// Returns lines that are plain text both to a terminal and to the service that keeps a job's
  /// log.
  ///
  /// Spaces stay as they are, because they align columns. The function cannot know which line
  /// breaks came with data: data goes through ``line(_:)`` first.
  package static func lines(_ text: String, keeping kept: String = "") -> String {
    // Scalars, because a carriage return and a line feed together are one `Character`.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(LogCommand.disarmed(Array(visible($0, keeping: kept)))) }
      .joined(separator: "\n")
  }

  /// Returns the text with its line breaks and tabs, for a format that quotes them.
  package static func block(_ text: String) -> String {
    String(visible(text.unicodeScalars, keeping: "\t\n\r"))
  }

  /// Returns the text with at most `limit` characters, the last one an ellipsis where it was cut.
  package static func shortened(_ text: String, to limit: Int) -> String {
    text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
  }

  private static func visible(
    _ scalars: some Sequence<Unicode.Scalar>, keeping kept: String = ""
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control where kept.unicodeScalars.contains(scalar): result.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format, .surrogate, .privateUse: continue
      // Joiners, fillers and selectors of variants: a service that compares text as people read it
      // ignores them.
      default: if !scalar.properties.isDefaultIgnorableCodePoint { result.append(scalar) }
      }
    }
    return result
  }
}

/// The texts that continuous integration services take for a command in the log of a job.
///
/// GitHub's runner: a line that begins with `::` after spaces of any kind, or that has `##[`
/// anywhere (actions/runner, `ActionCommand.TryParseV2` and `TryParse`). Azure's agent: `##vso[`
/// anywhere (azure-pipelines-agent, `Command.TryParse`). TeamCity: a line that begins with
/// `##teamcity[`.
private enum LogCommand {
  /// Returns the line with a space where it would be a command.
  static func disarmed(_ line: [Unicode.Scalar]) -> String.UnicodeScalarView {
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

/// The quoting of words, so that a shell reads each as one word.
package enum ShellWord {
  /// Returns the word itself where no character in it is special to a shell, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:%+,@".contains($0)) }
    guard !isPlain else { return word }
    // Scalar by scalar: to a shell, a quote with a combining accent is a quote too.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
  }

  /// Returns a command that can be copied from a printed line, or `nil` where a word has characters
  /// that are not printed as they are.
  package static func line(_ words: [String]) -> String? {
    let command = command(words)
    return !command.contains("\n") && PlainText.lines(command) == command ? command : nil
  }

  /// Returns a command from its words.
  package static func command(_ words: [String]) -> String {
    words.map { quoted($0) }.joined(separator: " ")
  }
}

extension Double {
  /// The number, without a fraction where it is whole.
  package var shortText: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
