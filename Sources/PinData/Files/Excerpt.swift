extension String {
  /// As much of a file's text as a message shows: a damaged file may have a field of any length.
  var excerpt: String {
    let limit = 200
    // No character is shorter than a byte.
    guard utf8.count > limit, count > limit else { return self }
    return prefix(limit - 1) + "…"
  }
}
