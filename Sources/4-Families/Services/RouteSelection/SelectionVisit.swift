import Clustering
import Platform
import ScenarioModel
import Simulation
import Support

/// A person's selections of places on a map.
struct SelectionVisit: Hashable, Sendable {
  struct Selection: Hashable, Sendable {
    let place: SelectedPlace
    /// Indicates whether a road leads to the place; none does across the sea.
    let isReachable: Bool
    /// Indicates whether this is a selection whose route the person looks at; false for one that is
    /// passed over.
    let isRead: Bool
    /// Nanoseconds since the screen was opened.
    let start: Int64
    /// The time of the next selection, or of the tap on the map that ends this one.
    let end: Int64
    /// Indicates whether a tap on the map ends it.
    let isDeselected: Bool
  }

  /// The person's place.
  let start: Coordinate
  /// In the order of their times.
  let selections: [Selection]
  /// The time at which the screen is closed.
  let closingTime: Int64
}

/// People who select places on a map. A profile has the numbers, in the group
/// ``ProfileParameter/Group/selecting``.
struct Selections: Settings {
  var people = 10
  var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .integer("people", \.people, in: 1...10_000, "people with a map each"), .seed(\.seed),
  ]

  /// The visits of all people; a visit does not depend on the number of people.
  func visits(selections: Int, profile: PlatformProfile) -> [SelectionVisit] {
    (0..<people).map { person in
      var random = SplitMix64(seed: seed &+ UInt64(person + 1) &* 0xD134_2543_DE82_EF95)
      return visit(selections: selections, profile, &random)
    }
  }

  private func visit(
    selections count: Int, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> SelectionVisit {
    let home = Coordinate(
      latitude: random.number(in: 20...50), longitude: random.number(in: -120...120))
    var selections: [SelectionVisit.Selection] = []
    var time = Int64(random.number(in: profile.range(.glanceMin, .glanceMax)))
    for number in 0..<count {
      let isReachable = !random.chance(profile[.unreachableShare])
      let coordinate =
        isReachable
        ? home.nearby(within: profile[.selectionReach], &random) : home.acrossTheSea(&random)
      let isRead = !random.chance(profile[.glanceShare])
      let length = random.number(
        in: isRead
          ? profile.range(.routeReadMin, .routeReadMax) : profile.range(.glanceMin, .glanceMax))
      let isDeselected = random.chance(profile[.deselectShare])
      let end = time + Int64(length)
      selections.append(
        SelectionVisit.Selection(
          place: SelectedPlace(number: number, coordinate: coordinate), isReachable: isReachable,
          isRead: isRead, start: time, end: end, isDeselected: isDeselected))
      time = end + (isDeselected ? Int64(profile[.deselectedTime]) : 0)
    }
    return SelectionVisit(start: home, selections: selections, closingTime: time)
  }
}

extension Coordinate {
  /// A place within a distance in metres, near ones more frequent.
  fileprivate func nearby(within reach: Double, _ random: inout SplitMix64) -> Coordinate {
    let share = random.unit()
    let distance = reach * share * share / 111_195
    // Two numbers in place of an angle: no trigonometry, whose last digits differ between machines.
    let north = random.number(in: -1...1)
    let east = random.number(in: -1...1)
    let length = max((north * north + east * east).squareRoot(), 0.01)
    return Coordinate(
      latitude: min(max(latitude + distance * north / length, -85), 85),
      longitude: longitude + distance * east / length)
  }

  /// A place on the other side of the earth, farther than any distance limit of directions.
  fileprivate func acrossTheSea(_ random: inout SplitMix64) -> Coordinate {
    Coordinate(
      latitude: -latitude + random.number(in: -5...5),
      longitude: longitude + (longitude > 0 ? -175 : 175))
  }
}
