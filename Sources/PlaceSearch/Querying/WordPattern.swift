/// A word to look for in the full-text table, or the beginning of words.
struct WordPattern {
  let text: String
  let isPrefix: Bool
}
