/// A setting that the kernel shows among all its choices: `always [madvise] never`.
struct KernelChoice {
  /// The word in brackets.
  static func chosen(in text: String, path: String) throws(SystemFileUnavailable) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first(where: { $0.hasPrefix("[") && $0.hasSuffix("]") }), word.count > 2
    else {
      throw .unexpected(
        path: path, expected: "one of several words in brackets", found: SystemFiles.trimmed(text))
    }
    return String(word.dropFirst().dropLast())
  }
}
