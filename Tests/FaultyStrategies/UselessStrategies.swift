import Foundation
import MapPressure

/// The quad tree of a new package, made useless in one way each: none of them is to take.
struct UselessIndex<Fault: IndexFault>: PinIndex {
  private let tree: QuadTreeClusters
  private let pins: [Int]
  private let calls = CallCounter()

  init(pins: PinSet) throws {
    Fault.build()
    tree = QuadTreeClusters(pins: pins)
    self.pins = Array(pins.coordinates.indices)
  }

  func groups(in rect: MapRect, zoom: Double) throws -> [PinGroup] {
    calls.count += 1
    return Fault.groups(
      IndexCall(number: calls.count, pins: pins, rect: rect, zoom: zoom) {
        tree.groups(in: rect, zoom: $0)
      })
  }
}

/// A question to an index, and the way to the right answer.
struct IndexCall {
  /// The number of the call, from 1 on.
  let number: Int
  let pins: [Int]
  let rect: MapRect
  let zoom: Double
  /// The quad tree's groups at a zoom level.
  let groups: (Double) -> [PinGroup]

  var right: [PinGroup] { groups(zoom) }
}

protocol IndexFault {
  static func build()
  static func groups(_ call: IndexCall) -> [PinGroup]
}

extension IndexFault {
  static func build() {}
}

private final class CallCounter { var count = 0 }

enum Slow: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    let end = clock() + CLOCKS_PER_SEC * 30 / 1_000
    while clock() < end {}
    return call.right
  }
}

enum Sleeps: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    usleep(50_000)
    return call.right
  }
}

/// Hides its work on another thread, and waits for it.
enum WorksElsewhere: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    let done = DispatchSemaphore(value: 0)
    Thread {
      let end = Date().addingTimeInterval(0.03)
      while Date() < end {}
      done.signal()
    }.start()
    done.wait()
    return call.right
  }
}

enum SlowBuild: IndexFault {
  static func build() { usleep(2_000_000) }
  static func groups(_ call: IndexCall) -> [PinGroup] { call.right }
}

/// Loses one of 50 pins.
enum LosesPins: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    call.right.map { group in
      let kept = group.pins.filter { $0 % 50 != 0 }
      return kept.isEmpty ? group : PinGroup(pins: kept, at: group.coordinate)
    }
  }
}

/// Shows all pins half a degree off.
enum Displaced: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    call.right.map { group in
      let place = Coordinate(
        latitude: min(84, group.coordinate.latitude + 0.5), longitude: group.coordinate.longitude)
      return PinGroup(pins: group.pins, at: place)
    }
  }
}

enum ShowsTwice: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] { call.right + call.right }
}

/// One cluster for the whole world.
enum OneCluster: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    let middle = MapPoint(x: call.rect.midX, y: call.rect.midY)
    return [PinGroup(pins: call.pins, at: middle.coordinate)]
  }
}

/// Keeps a megabyte a frame.
enum Leaks: IndexFault {
  nonisolated(unsafe) private static var leaked: [[UInt8]] = []
  static func groups(_ call: IndexCall) -> [PinGroup] {
    leaked.append([UInt8](repeating: 1, count: 1_000_000))
    return call.right
  }
}

/// Other groups in each second frame.
enum Flickers: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    call.groups(call.number.isMultiple(of: 2) ? call.zoom : call.zoom + 1)
  }
}

enum StackOverflow: IndexFault {
  private static func depth(_ level: Int) -> Int {
    level == -1 ? 0 : 1 + depth(level + 1) + level % 2
  }
  static func groups(_ call: IndexCall) -> [PinGroup] {
    if call.number == 40 { print(depth(0)) }
    return call.right
  }
}

enum NotANumber: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    call.right.map {
      PinGroup(
        pins: $0.pins, at: Coordinate(latitude: .nan, longitude: $0.coordinate.longitude))
    }
  }
}

/// Other groups in each replay.
enum ZoomsAtRandom: IndexFault {
  static func groups(_ call: IndexCall) -> [PinGroup] {
    call.groups(call.zoom + Double.random(in: -1...1))
  }
}
