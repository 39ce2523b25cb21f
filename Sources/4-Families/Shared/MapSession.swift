import Clustering
import ScenarioModel
import Simulation
import Support

/// The use of a map by one user, on the clock: gestures with rests between them.
package struct MapSession: Hashable, Sendable {
  package struct Gesture: Hashable, Sendable {
    /// The time of the first movement, in nanoseconds since the map appeared.
    package let start: Int64
    package let movements: [UserMovement]
    /// Indicates whether the map is moved without a zoom; only then it decelerates after the
    /// gesture.
    package let isFling: Bool
    /// The movements, by their indexes, after which the map says that its region has changed; the
    /// last movement is always included. A map that rolls out may say so several times.
    package let regionEnds: [Int]
  }

  /// A period in which the map is not touched.
  package struct Rest: Hashable, Sendable {
    package let start: Int64
    package let end: Int64

    package var duration: Int64 { end - start }
    /// Indicates whether the user looks at the map, for a second or more, and does not only lift
    /// the fingers.
    package var isLook: Bool { duration >= 1_000_000_000 }
  }

  /// The rectangle that the map shows before the first gesture.
  package let start: MapRect
  package private(set) var gestures: [Gesture] = []
  /// The rest before the first gesture, and the one after each.
  package private(set) var rests: [Rest] = []
  /// Nanoseconds between two movements.
  package let frameTime: Int64

  /// - Parameters:
  ///   - gestures: the gestures of a camera path, with its rests in frames.
  ///   - device: its screen has the rate of the movements, its profile the times of the looks.
  ///   - regionEndLimit: the maximum number of times that the map reports the end of one fling.
  package init(_ gestures: CameraGestures, on device: Device, user: MapUser, regionEndLimit: Int) {
    let profile = device.profile
    let lookShare = user.looks ?? profile[.lookShare]
    let (shortest, longest) = (Int64(profile[.lookMin]), Int64(profile[.lookMax]))
    let lastLook = Int64(profile[.lastLook])
    start = gestures.start
    frameTime = Int64((1_000_000_000 / device.refresh).rounded())
    var time: Int64 = 0
    var restEnd = Int64(profile[.firstLook])
    for (number, gesture) in gestures.gestures.enumerated() {
      rests.append(Rest(start: time, end: restEnd))
      var random = user.generator(ofGesture: number)
      let end = restEnd + Int64(gesture.movements.count - 1) * frameTime
      self.gestures.append(
        Gesture(
          start: restEnd, movements: gesture.movements, isFling: gesture.isFling,
          regionEnds: gesture.regionEnds(atMost: regionEndLimit, &random)))
      let isLook = random.unit() < lookShare
      let lookTime = shortest + Int64(Double(longest - shortest) * random.unit())
      let pause = Int64(gestures.restingFrames(after: number)) * frameTime
      time = end
      restEnd = end + (isLook ? max(lookTime, pause) : pause)
    }
    // At the end the user looks again.
    rests.append(Rest(start: time, end: max(restEnd, time + lastLook)))
  }

  /// The session up to the rest after a number of gestures.
  package func prefix(_ count: Int) -> MapSession {
    var session = self
    session.gestures = Array(gestures.prefix(count))
    session.rests = Array(rests.prefix(session.gestures.count + 1))
    return session
  }
}

extension CameraGestures {
  /// The frames from the last movement of a gesture to the first one of the next.
  fileprivate func restingFrames(after gesture: Int) -> Int {
    let end = gestures[gesture].firstFrame + gestures[gesture].movements.count - 1
    let next = gesture + 1 < gestures.count ? gestures[gesture + 1].firstFrame : frameCount
    return next - end
  }
}

extension CameraGestures.Gesture {
  /// Indicates whether the gesture leaves the scale as it is; for others, maps are said to report
  /// one end.
  fileprivate var isFling: Bool { abs(movements.reduce(1) { $0 * $1.scale } - 1) < 0.01 }

  /// The movements after which the map says that its region has changed: between once and the limit
  /// while a fling rolls out, the last time when it rests.
  fileprivate func regionEnds(atMost limit: Int, _ random: inout SplitMix64) -> [Int] {
    let last = movements.count - 1
    guard isFling, limit > 1 else { return [last] }
    let early = Int(random.unit() * Double(limit))
    let half = movements.count / 2
    var ends: [Int] = []
    for number in 0..<early {
      let share = (Double(number) + random.unit()) / Double(early)
      let index = half + Int(share * Double(last - half))
      // Of a short gesture two may fall on one movement.
      if index < last, index != ends.last { ends.append(index) }
    }
    return ends + [last]
  }
}

/// A user who moves a map, and sometimes stops to look at it.
///
/// A camera's trace has only short rests. A fraction of them becomes a look at the map.
package struct MapUser: Settings {
  /// The fraction of the gestures after which the user looks at the map; `nil` for the profile's.
  fileprivate var looks: Double?
  /// The seed of looks and of the region ends of flings.
  private var seed: UInt64 = 0

  package static let keys: [Key<Self>] = [
    .number("looks", \.looks, in: 0...1, "the fraction of gestures after which the user looks"),
    .seed(\.seed),
  ]

  package init() {}

  /// The generator of one gesture, which does not depend on the gestures before.
  fileprivate func generator(ofGesture gesture: Int) -> SplitMix64 {
    var mixed = SplitMix64(seed: seed &+ UInt64(gesture) &* 0xD134_2543_DE82_EF95)
    return SplitMix64(seed: mixed.next())
  }
}
