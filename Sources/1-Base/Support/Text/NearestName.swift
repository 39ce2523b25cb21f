/// The search for the known name that a mistyped one most likely stands for.
package enum NearestName {
  /// Returns the known name at the smallest edit distance, or `nil` where none is near: more than a
  /// third of the name (at least two letters) would have to change.
  package static func find(_ name: String, among known: [String]) -> String? {
    let letters = Array(name.lowercased())
    let limit = max(2, name.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in known {
      let others = Array(candidate.lowercased())
      // The difference in length is a lower bound of the distance. A name from a file may be very
      // long.
      guard abs(letters.count - others.count) <= limit else { continue }
      let distance = editDistance(letters, others)
      if distance <= limit, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// Returns the end of a message about a name that is not known: the nearest name, or else up to
  /// three names with a word that begins with it, and all.
  package static func hint(for name: String, among known: [String]) -> String {
    let isBeginning = { (candidate: String) in
      name.count > 1
        && (candidate.hasPrefix(name)
          || candidate.split(separator: "-").contains { $0.hasPrefix(name) })
    }
    let nearest =
      find(name, among: known).map { [$0] } ?? Array(known.filter(isBeginning).prefix(3))
    let names = nearest.map { "'\($0)'" }.joined(separator: " or ")
    return (names.isEmpty ? "" : "; did you mean \(names)?")
      + " (known: \(known.joined(separator: ", ")))"
  }

  /// Levenshtein's distance: the insertions, deletions and replacements of single letters.
  private static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var previous = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        let replaced = previous[column] + (letter == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[second.count]
  }
}
