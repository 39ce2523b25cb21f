import ScenarioModel

/// The result of a visit to a list of travel times.
struct TravelTimeRecord: Sendable {
  /// The number of rows that the visit brings on screen.
  private(set) var rowsSeen = 0
  /// Rows that were on screen with a time of the service, and with a right one.
  private(set) var withTime: Set<Int> = []
  private(set) var withRightTime: Set<Int> = []
  /// Rows that were on screen with a time, the estimates included.
  private(set) var withAnything: Set<Int> = []
  /// Rows that showed a wrong time as if it were the service's.
  private(set) var wrongRows: Set<Int> = []
  /// The number of rows on screen when the list is closed.
  private(set) var rowsAtClose = 0
  /// Rows whose time is no longer right.
  private(set) var outdatedAtClose = 0
  /// The relative errors of estimates.
  private(set) var estimateErrors: [Double] = []
  /// From a row's first appearance to its time, if it was on screen then, in nanoseconds.
  private(set) var timesToTime: [Int64] = []
  /// The same, estimates included.
  private(set) var timesToAnything: [Int64] = []

  /// Replays a visit until the list is closed.
  init(_ visit: ListVisit, on phone: ServicePhone, truth: TravelTimeTruth, make: TravelTimeMake) {
    var record = TravelTimeRecord()
    let list = TravelTimeList(
      main: phone.main, transportType: truth.transportType, position: truth.position(at:))
    let driver = ListDriver(visit, on: phone, make(list, phone.service))
    list.rowDidGetTime = { [unowned driver] row, label in
      driver.phone.note(
        "row \(row + 1) shows \(Int((label.time / 60).rounded())) min"
          + (label.isEstimate ? ", marked as an estimate" : "")
          + (truth.isRight(label.time, row: row, at: driver.phone.now) ? "" : " (wrong)"))
      record.judge(label, inRow: row, of: driver, truth)
    }
    driver.perform(
      isAnswered: { list.labels[$0]?.isEstimate == false },
      didAppear: { [unowned driver] row in
        if let label = list.labels[row] { record.judge(label, inRow: row, of: driver, truth) }
      })
    record.rowsSeen = driver.rowsSeen
    record.rowsAtClose = driver.onScreen.count
    record.outdatedAtClose = driver.onScreen.count { row in
      guard let label = list.labels[row], !label.isEstimate else { return false }
      return !truth.isRight(label.time, row: row, at: visit.scroll.closingTime)
    }
    self = record
  }

  private init() {}

  /// Judges what a row on screen shows, when it begins to show it and when it appears with it.
  private mutating func judge(
    _ label: TravelTimeList.Label, inRow row: Int, of driver: ListDriver, _ truth: TravelTimeTruth
  ) {
    guard driver.onScreen.contains(row) else { return }
    let waited = driver.waitingTime(of: row)
    if withAnything.insert(row).inserted, let waited { timesToAnything.append(waited) }
    if label.isEstimate {
      estimateErrors.append(truth.relativeError(label.time, row: row, at: driver.phone.now))
      return
    }
    if withTime.insert(row).inserted, let waited { timesToTime.append(waited) }
    if truth.isRight(label.time, row: row, at: label.shownAt) {
      withRightTime.insert(row)
    } else {
      wrongRows.insert(row)
    }
  }
}

extension TravelTimeRecord {
  private static let noRow = "no row was seen"
  private static let noTime = "no row got a time"

  static let table = MetricTable<ServiceRecord<TravelTimeRecord>>(
    [
      .sum("rows-seen", \.rowsSeen, "Rows that visits bring on screen.", .counted, .neutral),
      .fraction(
        "rows-with-time", \.withTime.count, of: \.rowsSeen, orWhy: noRow,
        "The fraction of these rows that showed a time from the service while on screen."),
      .fraction(
        "rows-with-right-time", \.withRightTime.count, of: \.rowsSeen, orWhy: noRow,
        "The fraction of these rows that showed the time that was then right for their own place, "
          + "within the profile's tolerance.", effect: "{} of the rows show the right time"),
      .fraction(
        "rows-with-any-time", \.withAnything.count, of: \.rowsSeen, orWhy: noRow,
        "The fraction of these rows that showed a time, marked estimates included."
      ),
      .sum(
        "wrong-rows", \.wrongRows.count,
        "Rows that showed a wrong time not marked as an estimate: the time to another place, or "
          + "from another start.",
        effect: "{} rows show a wrong time"),
      .fraction(
        "outdated-rows", \.outdatedAtClose, of: \.rowsAtClose, orWhy: noRow,
        "Of the rows on screen at the end, the fraction whose time is no longer right because the "
          + "person has moved.", .lowerIsBetter),
      .init(
        "estimate-error", .fraction, .modelled, .lowerIsBetter,
        "The mean deviation of the estimates, as a fraction of the service's time; at most 1."
      ) { record in
        let errors = record.visits.flatMap(\.estimateErrors)
        return MetricValue(
          errors.isEmpty ? nil : min(errors.reduce(0, +) / Double(errors.count), 1),
          orWhy: "the strategy shows no estimates")
      },
      .requestsSent,
      .requestsThrottled,
      .requestsFailed,
    ]
      + MetricTable.Entry.percentiles(
        "time-to-travel-time", [.p50, .p95], .modelled,
        "The time from when a row first appears until it shows the service's time, for rows still "
          + "on screen; the median.",
        of: "rows", orWhy: noTime
      ) { $0.times(\.timesToTime) }
      + MetricTable.Entry.percentiles(
        "time-to-any-time", [.p50, .p95], .modelled,
        "The time until a row first shows any time, including an estimate; the median.", of: "rows",
        orWhy: noTime
      ) { $0.times(\.timesToAnything) } + [.serviceBytes])
}
