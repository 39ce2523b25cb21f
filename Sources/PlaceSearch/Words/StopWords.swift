/// English words that say nothing about a place: a query's stop words need not match.
enum StopWords {
  static let words: Set<String> = [
    "a", "an", "and", "around", "at", "by", "close", "for", "from", "in", "me", "my", "near",
    "nearby", "of", "on", "or", "the", "to", "with",
  ]
}
