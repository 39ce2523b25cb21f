import ScenarioModel
import Simulation

/// The result of a person's visit to a list of maps.
struct MapRowsRecord: Hashable, Sendable {
  /// Rows that the visit brings on screen at least once, those after the app's end included.
  let rowsSeen: Int
  /// Rows that showed their own map at least once.
  let rowsShown: Int
  /// For each appearance of a row the time until its own map is shown, or until it leaves, in
  /// nanoseconds.
  let blankTimes: [Int64]
  /// The times for which appearances showed another row's map, without those that never did.
  let wrongTimes: [Int64]
  let use: MapListUse
  let hitches: ScrollHitches
}

/// The maps and the pictures that a list made, and their memory.
struct MapListUse: Hashable, Sendable {
  var mapsMade = 0
  /// The most maps that existed at one time.
  var maxMaps = 0
  var snapshotsRequested = 0
  var snapshotsDrawn = 0
  var snapshotsCancelled = 0
  var maxPictureBytes = 0
  var peakFootprint = 0.0
  /// The time at which the system ended the app for its memory; `nil` while it runs.
  var terminationTime: Int64?
}

/// The frames of a list's scroll that come late because the main thread works.
struct ScrollHitches: Hashable, Sendable {
  /// The time by which frames of a movement were late, in nanoseconds.
  private(set) var late: Int64 = 0
  /// The time of the movements with their late frames, in nanoseconds.
  private(set) var duration: Int64 = 0
  /// The longest time for which the main thread worked without a break, in nanoseconds.
  private(set) var longestWork: Int64 = 0

  /// A frame is late by the refreshes that the work which begins in it takes beyond its own.
  ///
  /// - Parameters:
  ///   - busy: the main thread's work, in the order of its beginnings.
  ///   - interval: from one refresh to the next, in nanoseconds.
  ///   - end: the time after which nothing is on screen; `nil` for none.
  init(busy: [Range<Int64>], movements: [Range<Int64>], interval: Int64, until end: Int64?) {
    var next = 0
    for movement in movements where movement.lowerBound < end ?? .max {
      // The row that comes last is made after the last frame that moves.
      let last = movement.upperBound + interval
      var workByFrame: [Int64: Int64] = [:]
      while next < busy.count, busy[next].lowerBound < last {
        let work = busy[next]
        if work.lowerBound >= movement.lowerBound {
          workByFrame[(work.lowerBound - movement.lowerBound) / interval, default: 0] +=
            Int64(work.count)
        }
        next += 1
      }
      var frames = (movement.upperBound - movement.lowerBound + interval - 1) / interval
      for work in workByFrame.values {
        let missed = FrameForecast.refreshes(for: work, interval: interval) - 1
        late += missed * interval
        frames += missed
      }
      duration += frames * interval
    }
    var chain: Range<Int64> = 0..<0
    for work in busy {
      let start = work.lowerBound <= chain.upperBound ? chain.lowerBound : work.lowerBound
      chain = start..<max(chain.upperBound, work.upperBound)
      longestWork = max(longestWork, Int64(chain.count))
    }
  }
}

extension [MapRowsRecord] {
  fileprivate func total(_ time: (Element) -> Int64) -> Int64 { reduce(0) { $0 + time($1) } }

  /// Milliseconds a second; `nil` without a scroll.
  fileprivate var hitchTimeRatio: Double? {
    let duration = total(\.hitches.duration)
    return duration > 0 ? Double(total(\.hitches.late)) * 1_000 / Double(duration) : nil
  }
}

extension MapRowsRecord {
  private static let noRow = "no row was seen"

  /// The metrics of the visits of all people.
  static let table = MetricTable<[MapRowsRecord]>(
    [
      .sum(
        "rows-seen", .counted, .neutral,
        "Rows that visits bring on screen, or would if the app had not ended.", of: \.rowsSeen),
      .ratio(
        "rows-with-map", .modelled, .higherIsBetter,
        "The fraction of these rows that showed their own map, live or as a picture.",
        { $0.sum(\.rowsShown) }, of: { $0.sum(\.rowsSeen) }, orWhy: noRow),
      .init(
        "rows-without-map", .count, .modelled, .lowerIsBetter,
        "Rows that never showed their own map."
      ) { $0.sum { $0.rowsSeen - $0.rowsShown } },
    ]
      + MetricTable.Entry.percentiles(
        "blank-time", [.p50, .p95], .modelled,
        "The time from when a row should appear until it shows its own map, or until it leaves; "
          + "the median appearance.", of: "appearances", orWhy: noRow,
        effects: [.p95: "95 of 100 rows show their map within {}"]
      ) { $0.flatMap(\.blankTimes).sorted() } + [
        .sum(
          "wrong-maps-shown", .modelled, .lowerIsBetter,
          "Appearances of a row in which it showed another row's map.",
          effect: "{} rows show another row's map", of: \.wrongTimes.count),
        .init(
          "wrong-map-time", .nanoseconds, .modelled, .lowerIsBetter,
          "The time for which rows showed another row's map."
        ) { Double($0.total { $0.wrongTimes.reduce(0, +) }) },
        .sum(
          "maps-made", .modelled, .lowerIsBetter, "Live maps that were made.", of: \.use.mapsMade),
        .init(
          "maps-alive-max", .count, .modelled, .lowerIsBetter,
          "The most live maps in memory at one time, in one person's app."
        ) { $0.map(\.use.maxMaps).max() ?? 0 },
        .sum(
          "snapshots-requested", .modelled, .lowerIsBetter,
          "Pictures of maps that were requested.", of: \.use.snapshotsRequested),
        .sum(
          "snapshots-drawn", .modelled, .lowerIsBetter,
          "Pictures of maps that were drawn and delivered.", of: \.use.snapshotsDrawn),
        .sum(
          "snapshots-cancelled", .modelled, .neutral,
          "Pictures of maps that were cancelled because their row left the screen.",
          of: \.use.snapshotsCancelled),
        .init(
          "picture-bytes-max", .bytes, .modelled, .lowerIsBetter,
          "The most bytes of pictures in memory at one time, in one person's app."
        ) { $0.map(\.use.maxPictureBytes).max() ?? 0 },
        .init(
          "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
          "The largest memory footprint of one person's app as the profile predicts it: app, maps, "
            + "pins, pictures.", role: .footprint,
          effect: "memory of the app: the app takes {} of memory"
        ) { $0.map(\.use.peakFootprint).max() ?? 0 },
        .init(
          "memory-limit-terminations", .count, .modelled, .lowerIsBetter,
          "Visits that the system ended because the app's footprint reached the limit.",
          effect: "iOS ends the app in {} visits"
        ) { $0.count { $0.use.terminationTime != nil } },
        .init(
          "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter,
          "Milliseconds by which frames are late, per second in which the list scrolls.",
          role: .hitchRatio, effect: "scrolling loses {} to late frames"
        ) { MetricValue($0.hitchTimeRatio, orWhy: "the list never scrolled") },
        .init(
          "longest-work", .nanoseconds, .modelled, .lowerIsBetter,
          "The longest time for which the main thread worked without a break, at the list's opening "
            + "or later."
        ) { Double($0.map(\.hitches.longestWork).max() ?? 0) },
      ])
}
