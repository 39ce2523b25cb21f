extension Edit {
  /// The text with the edits made; `nil` if two of them touch the same bytes or one lies outside.
  package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8]? {
    var (result, end): ([UInt8], Int) = ([], 0)
    for edit in edits.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      guard end <= edit.start, edit.start <= edit.end, edit.end <= bytes.count else { return nil }
      result += bytes[end..<edit.start] + Array(edit.replacement.utf8)
      end = edit.end
    }
    return result + bytes[end...]
  }

  /// The edits of a file as a unified difference of the lines from the first to the last that they
  /// touch.
  package static func difference(_ edits: [Edit], of path: String, in bytes: [UInt8]) -> String? {
    guard let start = edits.map(\.start).min(), let end = edits.map(\.end).max(),
      let changed = apply(edits, to: bytes)
    else { return nil }
    let (before, after) = (LineTable(bytes), LineTable(changed))
    let first = before.location(of: start).line
    let last = before.location(of: end).line
    let newLast = after.location(of: end + changed.count - bytes.count).line
    let old = (first...last).map { "-" + before.text(ofLine: $0) }
    let new = (first...newLast).map { "+" + after.text(ofLine: $0) }
    let header = "@@ -\(first),\(old.count) +\(first),\(new.count) @@"
    return (["--- \(path)", "+++ \(path)", header] + old + new).joined(separator: "\n")
  }
}
