import Clustering
import Platform
import Simulation
import Support

/// A person's visit to a list of places, in which the person opens some of them.
struct LookAroundVisit: Hashable, Sendable {
  /// A place that is opened.
  struct Look: Hashable, Sendable {
    /// Indicates whether this is the right place; the wrong one is closed at once.
    let isMeant: Bool
    /// Indicates whether the person would look around there.
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
  /// From the sight of an offer to the tap on it, in nanoseconds.
  let tapDelay: Int64
}

extension LookAroundVisit {
  /// A visit in which the person opens places in some of the rests between two scrolls; the scroll
  /// that follows waits until the place is closed.
  ///
  /// - Precondition: the profile provides the group of a list.
  init(_ visit: ListVisit, profile: PlatformProfile, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rowTime = Int64(1_000_000_000 / profile[.listScrollRate])
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
      guard next - event.time > 2 * rowTime else { continue }
      let middle = event.time + delay + (next - event.time) / 2
      let opened = Self.opening(of: visible, at: middle, profile, &random)
      events += opened
      if let end = opened.last { delay += end.time - middle }
    }
    self.init(
      coordinates: visit.coordinates, addresses: visit.nearestAddresses, events: events,
      closingTime: visit.scroll.closingTime + delay,
      tapDelay: Int64(profile[.lookAroundTapDelay].rounded()))
  }

  /// Opens one of the visible places or none, with the wrong one before it or not. The draws are
  /// always the same ones.
  private static func opening(
    of visible: [Int], at start: Int64, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> [Event] {
    let opens = random.chance(profile[.placeOpenShare])
    let slips = random.chance(profile[.placeSlipShare])
    let wishes = random.chance(profile[.lookAroundWishShare])
    let lookTime = random.number(in: profile.range(.placeLookMin, .placeLookMax)).rounded()
    let slipTime = random.number(in: profile.range(.placeSlipMin, .placeSlipMax)).rounded()
    let (place, offset) = (random.unit(), random.unit())
    guard opens, !visible.isEmpty else { return [] }
    let meant = Int(place * Double(visible.count))
    var time = start
    var events: [Event] = []
    func add(_ row: Int, _ look: Look, for length: Double) {
      events.append(Event(time: time, row: row, change: .opens(look)))
      time += Int64(length)
      events.append(Event(time: time, row: row, change: .closes))
    }
    if slips, visible.count > 1 {
      let wrong = (meant + 1 + Int(offset * Double(visible.count - 1))) % visible.count
      add(visible[wrong], Look(isMeant: false, wantsToLookAround: false), for: slipTime)
    }
    add(visible[meant], Look(isMeant: true, wantsToLookAround: wishes), for: lookTime)
    return events
  }

  /// Returns whether the person opens a place with imagery, and one without.
  func opensPlaces(withAndWithout coverage: LookAroundCoverage) -> Bool {
    let opened = events.filter { if case .opens = $0.change { true } else { false } }
    return Set(opened.map { coverage.includes(coordinates[$0.row]) }).count == 2
  }
}
