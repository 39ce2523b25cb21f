/// Which frame of a replay the screen shows at each refresh.
///
/// A frame in time belongs to the refresh at which it began. A late one belongs to the refresh at
/// which it is done, as if it had begun then; until then, the screen shows the one before.
struct ScreenContents: Hashable {
  /// For each refresh, the one at which the shown frame began; `nil` where the screen shows none:
  /// before the first frame is done, and after the app has ended.
  private(set) var beginnings: [Int?]

  /// - Parameters:
  ///   - frames: in their order, the refresh at which each began, and how many it took.
  ///   - end: the refreshes from this one on come after the end of the app.
  init(frames: [(beginning: Int, refreshes: Int)], end: Int) {
    beginnings = []
    var shown: Int?
    for frame in frames {
      let done = min(frame.beginning + frame.refreshes - 1, end)
      if done > beginnings.count {
        beginnings += repeatElement(shown, count: done - beginnings.count)
      }
      shown = frame.beginning
    }
    beginnings += repeatElement(shown, count: max(0, end - beginnings.count))
  }

  /// The frame at a refresh, by the refresh at which it began.
  func beginning(at refresh: Int) -> Int? {
    beginnings.indices.contains(refresh) ? beginnings[refresh] : nil
  }
}
