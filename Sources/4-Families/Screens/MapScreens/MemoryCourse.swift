import Support

/// The bytes of an app after the frames of its visits, and their growth as a sign of leaks.
struct MemoryCourse: Sendable {
  let frames: VisitFrames
  /// The bytes after each replayed frame; `nil` for frames that were not measured.
  let bytes: [Double?]

  /// The visits that were replayed to their end.
  private var visits: Range<Int> {
    0..<(0..<frames.visits).count { frames.closing(of: $0) < bytes.count }
  }

  /// The bytes after a frame; `nil` if there are none.
  func bytes(after frame: Int) -> Double? { frame < bytes.count ? bytes[frame] : nil }

  /// The most bytes after any frame; `nil` without one.
  var peak: Double? { bytes.compactMap(\.self).max() }

  /// The growth from loop to loop of one visit, with the camera at the same place.
  ///
  /// The first loop is left out: it fills reuse queues and caches. What each visit had before is a
  /// level of its own.
  var slopePerLoop: SlopeFit? {
    slope(
      visits.map { visit in
        (1..<max(1, frames.loops)).map { ($0, frames.end(ofLoop: $0, of: visit)) }
      })
  }

  /// The growth from one visit to the next, each after its screen has closed.
  var slopePerVisit: SlopeFit? { slope([visits.map { ($0, frames.closing(of: $0)) }]) }

  /// - Parameter groups: positions with their frames.
  private func slope(_ groups: [[(Int, Int)]]) -> SlopeFit? {
    SlopeFit(
      groups.map { group in
        group.compactMap { position, frame in
          bytes(after: frame).map { SlopeFit.Point(x: Double(position), y: $0) }
        }
      })
  }

  /// The part of what all visits added that was free after they had closed; `nil` if they added
  /// nothing.
  var fractionGivenBack: Double? {
    var (added, givenBack) = (0.0, 0.0)
    for visit in visits {
      guard let before = bytes(after: frames.opening(of: visit) - 1),
        let end = bytes(after: frames.closing(of: visit) - 1),
        let after = bytes(after: frames.closing(of: visit))
      else { return nil }
      added += end - before
      givenBack += end - after
    }
    return added > 0 ? givenBack / added : nil
  }

  /// The number of the visit that reaches a limit, if each visit after the replayed ones keeps as
  /// much; `nil` if none does.
  func visitsUntil(_ limit: Double) -> Double? {
    guard let peak else { return nil }
    for visit in visits {
      let span = frames.opening(of: visit)...frames.closing(of: visit)
      if let most = bytes[span].compactMap(\.self).max(), most >= limit { return Double(visit + 1) }
    }
    guard let growth = slopePerVisit?.slope, growth >= 1 else { return nil }
    return (Double(visits.count) + (limit - peak) / growth).rounded(.up)
  }
}
