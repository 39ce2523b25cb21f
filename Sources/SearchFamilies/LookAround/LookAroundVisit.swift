import MapGeometry
import PlatformProfiles
import Statistics

/// A person's visit to a list of places, in which the person opens some of them.
struct LookAroundVisit: Hashable, Sendable {
  /// A place that is opened.
  struct Look: Hashable, Sendable {
    /// False for the wrong place, which is closed at once.
    let isMeant: Bool
    /// True if the person would look around there.
    let wantsToLookAround: Bool
  }

  struct Event: Hashable, Sendable {
    enum Change: Hashable, Sendable {
      case appears
      case disappears
      case opens(Look)
      case closes
    }

    /// Nanoseconds since the list was opened.
    let time: Int64
    let row: Int
    let change: Change
  }

  /// The coordinate of each row.
  let coordinates: [Coordinate]
  /// The address at each row's coordinate, which is the same for rows of one place.
  let addresses: [Coordinate]
  /// In ascending order of time.
  let events: [Event]
  /// The time at which the list is closed, in nanoseconds.
  let closingTime: Int64
}

extension LookAroundVisit {
  /// A visit in which the person opens places in some of the rests between two scrolls; the scroll
  /// that follows waits until the place is closed.
  ///
  /// - Precondition: the profile provides the group of a list.
  init(_ visit: ListVisit, profile: PlatformProfile, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let opening = PlaceOpening(profile)
    var visible: [Int] = []
    var events: [Event] = []
    var delay: Int64 = 0
    for (number, event) in visit.scroll.events.enumerated() {
      events.append(
        Event(
          time: event.time + delay, row: event.row,
          change: event.change == .appears ? .appears : .disappears))
      switch event.change {
      case .appears: visible.append(event.row)
      case .disappears: visible.removeAll { $0 == event.row }
      }
      let isLast = number == visit.scroll.events.count - 1
      let next = isLast ? visit.scroll.closingTime : visit.scroll.events[number + 1].time
      // A longer time than from one row to the next is a rest.
      guard next - event.time > 2 * opening.rowTime else { continue }
      let middle = event.time + delay + (next - event.time) / 2
      delay += opening.open(visible, at: middle, into: &events, &random)
    }
    self.init(
      coordinates: visit.coordinates, addresses: visit.nearestAddresses, events: events,
      closingTime: visit.scroll.closingTime + delay)
  }
}

/// How people open places of a list; times in nanoseconds.
private struct PlaceOpening {
  let rowTime: Int64
  private let openShare: Double
  private let slipShare: Double
  private let wishShare: Double
  private let look: ClosedRange<Double>
  private let slip: ClosedRange<Double>

  init(_ profile: PlatformProfile) {
    rowTime = Int64(1_000_000_000 / profile[.listScrollRate])
    openShare = profile[.placeOpenShare]
    slipShare = profile[.placeSlipShare]
    wishShare = profile[.lookAroundWishShare]
    look = profile.range(.placeLookMin, .placeLookMax)
    slip = profile.range(.placeSlipMin, .placeSlipMax)
  }

  /// Opens a place or not, with the wrong one before it or not, and returns the time that it takes.
  /// The draws are always the same ones.
  func open(
    _ visible: [Int], at start: Int64, into events: inout [LookAroundVisit.Event],
    _ random: inout SplitMix64
  ) -> Int64 {
    let opens = random.chance(openShare)
    let slips = random.chance(slipShare)
    let wishes = random.chance(wishShare)
    let lookTime = Int64(random.number(in: look).rounded())
    let slipTime = Int64(random.number(in: slip).rounded())
    let (place, offset) = (random.unit(), random.unit())
    guard opens, !visible.isEmpty else { return 0 }
    let meant = Int(place * Double(visible.count))
    var time = start
    func add(_ row: Int, _ look: LookAroundVisit.Look, for length: Int64) {
      events.append(.init(time: time, row: row, change: .opens(look)))
      time += length
      events.append(.init(time: time, row: row, change: .closes))
    }
    if slips, visible.count > 1 {
      let wrong = (meant + 1 + Int(offset * Double(visible.count - 1))) % visible.count
      add(visible[wrong], .init(isMeant: false, wantsToLookAround: false), for: slipTime)
    }
    add(visible[meant], .init(isMeant: true, wantsToLookAround: wishes), for: lookTime)
    return time - start
  }
}
