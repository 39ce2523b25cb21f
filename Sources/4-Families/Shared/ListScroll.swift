import Platform
import Simulation
import Support

/// A person's scrolling through a list: the times at which its rows are on screen.
package struct ListScroll: Hashable, Sendable {
  package struct Event: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
      case appears
      case disappears
    }

    /// Nanoseconds since the list was opened.
    package let time: Int64
    package let row: Int
    package let change: Change
  }

  /// In ascending order of time.
  package private(set) var events: [Event] = []
  /// The times in which the list moves, in ascending order.
  package private(set) var movements: [Range<Int64>] = []
  /// The time at which the list is closed, in nanoseconds.
  package let closingTime: Int64

  /// Bursts of fast scrolling with rests between them, some back up, until the last row.
  package init(rows: Int, behavior: ScrollingBehavior, _ random: inout SplitMix64) {
    var time: Int64 = 0
    var top = 0
    let rowsOnScreen = behavior.rowsOnScreen
    let lastTop = max(0, rows - rowsOnScreen)
    for row in 0..<min(rows, rowsOnScreen) {
      events.append(Event(time: 0, row: row, change: .appears))
    }
    while top < lastTop {
      time += Int64(random.number(in: behavior.rest))
      let start = time
      let length = behavior.burst.lowerBound + random.index(below: behavior.burst.count)
      let step = random.chance(behavior.backShare) ? -1 : 1
      for _ in 0..<length where (0...lastTop).contains(top + step) {
        time += behavior.rowTime
        let leaving = step > 0 ? top : top + rowsOnScreen - 1
        let coming = step > 0 ? top + rowsOnScreen : top - 1
        events.append(Event(time: time, row: leaving, change: .disappears))
        events.append(Event(time: time, row: coming, change: .appears))
        top += step
      }
      if time > start { movements.append(start..<time) }
    }
    closingTime = time + behavior.lastLook
  }
}

/// The way in which people scroll through a list; times in nanoseconds.
package struct ScrollingBehavior: Sendable {
  /// The number of rows that the screen shows at a time.
  package let rowsOnScreen: Int
  /// From one row to the next of a fast scroll.
  package let rowTime: Int64
  /// Between two scrolls.
  package let rest: ClosedRange<Double>
  /// The number of rows of a scroll.
  package let burst: ClosedRange<Int>
  /// The fraction of the scrolls back up.
  package let backShare: Double
  /// The look at the end of the list.
  package let lastLook: Int64

  /// The scrolling through a list of two lines a row.
  package static func list(_ profile: PlatformProfile) -> ScrollingBehavior {
    ScrollingBehavior(
      profile, rowsOnScreen: profile.count(.listRowsOnScreen), rate: profile[.listScrollRate],
      burst: profile.countRange(.listBurstMin, .listBurstMax))
  }

  /// The scrolling through a list with a map in each row.
  package static func mapList(_ profile: PlatformProfile) -> ScrollingBehavior {
    ScrollingBehavior(
      profile, rowsOnScreen: profile.count(.mapListRowsOnScreen), rate: profile[.mapListScrollRate],
      burst: profile.countRange(.mapListBurstMin, .mapListBurstMax))
  }

  private init(
    _ profile: PlatformProfile, rowsOnScreen: Int, rate: Double, burst: ClosedRange<Int>
  ) {
    self.rowsOnScreen = rowsOnScreen
    rowTime = Int64(1_000_000_000 / rate)
    rest = profile.range(.listRestMin, .listRestMax)
    self.burst = burst
    backShare = profile[.listBackShare]
    lastLook = Int64(profile[.listLastLook].rounded())
  }
}
