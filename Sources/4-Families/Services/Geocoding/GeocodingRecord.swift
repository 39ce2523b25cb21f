import ScenarioModel
import Simulation

/// The result of a visit to a list of addresses.
struct GeocodingRecord: Sendable {
  /// The number of rows that the visit brings on screen.
  let rowsSeen: Int
  /// Rows that were on screen with an address.
  let labelledRows: Set<Int>
  /// The number of rows that have an address at the end.
  let labels: Int
  /// Rows that show the address nearest to them.
  let correctRows: Set<Int>
  /// From a row's first appearance to its address, if it was on screen then, in nanoseconds.
  let timesToLabel: [Int64]
  /// The times for which the main thread was blocked, in nanoseconds.
  let hangTimes: [Int64]
  /// Indicates whether the watchdog ended the app.
  let isTerminated: Bool

  /// Replays a visit until the list is closed or the watchdog ends the app.
  init(_ visit: ListVisit, on phone: ServicePhone, make: GeocodingMake) {
    var labelledRows: Set<Int> = []
    var times: [Int64] = []
    let list = AddressList(main: phone.main, addresses: visit.addresses)
    let driver = ListDriver(visit, on: phone, make(list, phone.service))
    list.rowDidGetLabel = { [unowned driver] row, placemark in
      driver.phone.note(
        "row \(row + 1) shows “\(placemark.name)” (request \(placemark.requestNumber.value))")
      guard driver.onScreen.contains(row), labelledRows.insert(row).inserted else { return }
      if let time = driver.waitingTime(of: row) { times.append(time) }
    }
    driver.perform(isAnswered: { list.labels[$0] != nil }, didAppear: { labelledRows.insert($0) })
    rowsSeen = driver.rowsSeen
    self.labelledRows = labelledRows
    labels = list.labels.count
    correctRows = Set(
      list.labels.filter { $0.value.coordinate == visit.nearestAddresses[$0.key] }.keys)
    timesToLabel = times
    hangTimes = phone.main.hangs.map(\.duration)
    isTerminated = phone.main.isTerminated
  }
}

extension GeocodingRecord {
  private static let noRow = "no row was seen"
  private static let noLabel = "no row got an address"

  static let table = MetricTable<ServiceRecord<GeocodingRecord>>(
    [
      .sum(
        "rows-seen", \.rowsSeen,
        "Rows that visits bring on screen, or would if the app had not ended.", .counted,
        .neutral),
      .fraction(
        "rows-labelled", \.labelledRows.count, of: \.rowsSeen, orWhy: noRow,
        "The fraction of these rows that showed an address while they were on screen."),
      .fraction(
        "row-label-accuracy", \.correctlyLabelledRows, of: \.rowsSeen, orWhy: noRow,
        "The fraction of these rows that showed the address nearest to their coordinate.",
        effect: "right addresses: {} of the rows show the right address"),
      .fraction(
        "label-precision", \.correctRows.count, of: \.labels, orWhy: noLabel,
        "Of the addresses shown, the fraction that are the nearest to their row's coordinate."),
      .requestsSent,
      .requestsThrottled,
      .requests(
        "requests-dropped", \.dropped,
        "Requests that are never answered because a busy geocoder did not take them."),
      .init(
        "watchdog-terminations", .count, .modelled, .lowerIsBetter,
        "Visits that the watchdog ended because the main thread was blocked for too long.",
        role: .watchdogTermination
      ) { $0.visits.count(where: \.isTerminated) },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-label", [.p50, .p95], .modelled,
        "The time from when a row should appear until it shows its address, for rows still on "
          + "screen; the median.",
        of: "rows", orWhy: noLabel
      ) { $0.times(\.timesToLabel) } + [
        .sum(
          "hang-count", \.hangTimes.count,
          "How often the main thread was blocked for longer than the profile's hang threshold."),
        .init(
          "hang-time-max", .nanoseconds, .modelled, .lowerIsBetter,
          "The longest time that the main thread was blocked; 0 without a hang.",
          effect: "the app hangs for up to {}"
        ) { Double($0.times(\.hangTimes).last ?? 0) },
        .init(
          "hang-time-total", .nanoseconds, .modelled, .lowerIsBetter, "The time of all hangs."
        ) { Double($0.times(\.hangTimes).reduce(0, +)) },
        .serviceBytes,
      ])

  private var correctlyLabelledRows: Int { labelledRows.intersection(correctRows).count }
}
