import ScenarioModel
import Support

/// The time in which a view showed one pin on the screen.
struct ViewAppearance: Hashable, Sendable {
  let pin: Int
  let first: Int
  /// Frames in which it was on the screen.
  var frames = 0
  /// The frames in which it showed another pin's picture.
  var wrongFrames = 0
  /// The frames in which it showed the placeholder.
  var emptyFrames = 0
  /// The first frame with the right picture; `nil` if it never came.
  var firstRight: Int?
}

/// The record of a use of a map with pictures.
struct ContentRecord: Hashable, Sendable {
  let appearances: [ViewAppearance]
  let traffic: PictureTraffic
  /// Nanoseconds from one frame to the next.
  let interval: Int64

  private var wrong: [ViewAppearance] { appearances.filter { $0.wrongFrames > 0 } }

  private func sum(_ count: (ViewAppearance) -> Int) -> Int { appearances.sum(count) }

  private static let noView = "no view was on the screen"

  static let table = MetricTable<ContentRecord>(
    [
      .init(
        "appearances", .count, .modelled, .neutral,
        "How often a view came on the screen for a pin.", \.appearances.count),
      .init(
        "wrong-views", .count, .modelled, .lowerIsBetter,
        "Appearances in which the view showed another pin's picture, in at least one frame.",
        effect: "{} views show another pin's picture", \.wrong.count),
      .ratio(
        "wrong-time-fraction", .modelled, .lowerIsBetter,
        "The fraction of all views' on-screen time in which they showed another pin's picture.",
        { $0.sum(\.wrongFrames) }, of: { $0.sum(\.frames) }, orWhy: noView),
      .init(
        "wrong-time-max", .nanoseconds, .modelled, .lowerIsBetter,
        "The longest time for which a view showed another pin's picture; 0 if none did."
      ) { record in Double(Int64(record.wrong.map(\.wrongFrames).max() ?? 0) * record.interval) },
      .ratio(
        "content-shown", .modelled, .higherIsBetter,
        "The fraction of all views' on-screen time in which they showed their own picture.",
        effect: "views show their own picture for {} of the time",
        { $0.sum(\.frames) - $0.sum(\.wrongFrames) - $0.sum(\.emptyFrames) },
        of: { $0.sum(\.frames) }, orWhy: noView),
    ]
      + MetricTable.Entry.percentiles(
        "time-to-content", [.p50, .p95], .modelled,
        "The time from a view's appearance to the first frame with its own picture, for views that "
          + "got it; the median.", of: "views", orWhy: "no view got its picture"
      ) { record in
        record.appearances.compactMap { appearance in
          appearance.firstRight.map { Int64($0 - appearance.first) * record.interval }
        }.sorted()
      } + [
        .init("loads-started", .count, .modelled, .lowerIsBetter, "Pictures that were requested.") {
          $0.traffic.started
        },
        .init(
          "loads-cancelled", .count, .modelled, .neutral, "Requests that the app cancelled."
        ) { $0.traffic.cancelled },
        .init(
          "loads-failed", .count, .modelled, .lowerIsBetter, "Requests that ended with an error."
        ) { $0.traffic.failed },
        .init(
          "loads-unused", .count, .modelled, .lowerIsBetter,
          "Pictures that arrived when their pin had no view on the screen.", \.traffic.unused),
        .init(
          "loaded-bytes", .bytes, .modelled, .lowerIsBetter,
          "Bytes of pictures; a picture cancelled on its way counts half.", \.traffic.bytes),
      ])
}
