import Clustering
import Foundation
import Harness
import Platform
import ScenarioModel
import Simulation

/// The first place at which the records of two replays of a case differ.
///
/// A replay is deterministic, so that a counted or modelled number differs because of something that
/// a record may show: a view on the map, an event of the timeline.
package struct RecordDifference: Hashable, Sendable, Codable {
  /// The record that differs: the name of a metric, `views on the map`, a track of the timeline
  /// (`main`, `background` or `network`), or the title of a transcript.
  package let record: String
  /// The frame, from 0 on; `nil` where the record has times.
  package let frame: Int?
  /// The time on the virtual clock, in nanoseconds; `nil` where the record has frames.
  package let time: Int64?
  /// The content of the base's record there; `nil` for nothing.
  package let base: String?
  package let head: String?

  package init(
    _ record: String, frame: Int? = nil, time: Int64? = nil, base: String?, head: String?
  ) {
    (self.record, self.frame, self.time) = (record, frame, time)
    (self.base, self.head) = (base, head)
  }

  /// The record of the views on the map.
  package static let viewsOnMap = "views on the map"

  /// Returns the first difference of each record; empty where none differs.
  package static func all(_ base: CaseRecords, _ head: CaseRecords) -> [RecordDifference] {
    steps(base, head) + [views(base.recording.map, head.recording.map)].compactMap(\.self)
      + timelines(base.recording.timeline, head.recording.timeline)
      + transcripts(base.transcripts, head.transcripts)
  }

  /// The first frame after which a metric of the frames so far has another value.
  private static func steps(_ base: CaseRecords, _ head: CaseRecords) -> [RecordDifference] {
    // A count is exact; of a fraction, six digits are enough.
    func text(_ value: Double??) -> String? {
      value.map { value in
        guard let value else { return "not available" }
        return Int(exactly: value) == nil ? String(format: "%.6g", value) : value.shortText
      }
    }
    return base.metrics.enumerated().compactMap { index, metric in
      first(base.steps.map { $0[index] }, head.steps.map { $0[index] }) { frame, old, new in
        RecordDifference(metric, frame: frame, base: text(old), head: text(new))
      }
    }
  }

  /// Calls a function with the first place at which two lists differ, and with what they have there.
  private static func first<Element: Equatable>(
    _ base: [Element], _ head: [Element],
    _ difference: (Int, Element?, Element?) -> RecordDifference
  ) -> RecordDifference? {
    let same = zip(base, head).prefix { $0 == $1 }.count
    guard same < max(base.count, head.count) else { return nil }
    return difference(
      same, same < base.count ? base[same] : nil, same < head.count ? head[same] : nil)
  }

  private static func timelines(_ base: Timeline, _ head: Timeline) -> [RecordDifference] {
    func text(_ span: Timeline.Span?) -> String? {
      guard let span else { return nil }
      let end = span.end.map { ", until \(seconds($0))" } ?? ", not over at the end"
      return "\(span.name) at \(seconds(span.start))\(end)"
    }
    return Timeline.Track.allCases.compactMap { track in
      first(base.spans.filter { $0.track == track }, head.spans.filter { $0.track == track }) {
        RecordDifference(
          track.rawValue, time: [$1?.start, $2?.start].compactMap(\.self).min(), base: text($1),
          head: text($2))
      }
    }
  }

  private static func seconds(_ time: Int64) -> String { "\((Double(time) / 1e9).shortText) s" }

  private static func transcripts(
    _ base: [Transcript], _ head: [Transcript]
  ) -> [RecordDifference] {
    base.compactMap { transcript in
      guard let other = head.first(where: { $0.title == transcript.title }) else { return nil }
      return first(transcript.entries, other.entries) {
        RecordDifference(
          transcript.title, time: [$1?.time, $2?.time].compactMap(\.self).min(), base: $1?.text,
          head: $2?.text)
      }
    }
  }
}

// MARK: - Views

extension RecordDifference {
  /// A place on the map, with the number of pins that a view there stands for.
  private struct Marker: Hashable, Comparable {
    let x: Int
    let y: Int
    let count: Int

    static func < (one: Marker, other: Marker) -> Bool {
      (one.x, one.y, one.count) < (other.x, other.y, other.count)
    }

    var text: String {
      let unit = MapSize.world.width / Double(MapRecording.world)
      let place = MapPoint(x: Double(x) * unit, y: Double(y) * unit).coordinate
      let degrees = [place.latitude, place.longitude].map { (($0 * 1e5).rounded() / 1e5).shortText }
      return "\(count == 1 ? "1 pin" : "\(count) pins") at \(degrees.joined(separator: ", "))"
    }
  }

  /// The first frame in which a view is on one of the two maps only.
  private static func views(_ base: MapRecording?, _ head: MapRecording?) -> RecordDifference? {
    guard let base, let head else { return nil }
    let (old, new) = (changes(base.views), changes(head.views))
    var (frame, markers) = (Int.max, [Marker]())
    for marker in Set(old.keys).union(new.keys) {
      let (one, other) = (old[marker] ?? [:], new[marker] ?? [:])
      let frames = Set(one.keys).union(other.keys).filter { one[$0] ?? 0 != other[$0] ?? 0 }
      guard let next = frames.min(), next <= frame else { continue }
      if next < frame { (frame, markers) = (next, []) }
      markers.append(marker)
    }
    guard !markers.isEmpty else { return nil }
    func shown(_ changes: [Marker: [Int: Int]]) -> String? {
      let shown = markers.sorted().filter { marker in
        (changes[marker] ?? [:]).sum { $0.key <= frame ? $0.value : 0 } > 0
      }
      return shown.first.map { $0.text + (shown.count > 1 ? ", and \(shown.count - 1) more" : "") }
    }
    return RecordDifference(Self.viewsOnMap, frame: frame, base: shown(old), head: shown(new))
  }

  /// The frames in which the number of equal views changes, with the change.
  private static func changes(_ views: MapRecording.Views) -> [Marker: [Int: Int]] {
    var changes: [Marker: [Int: Int]] = [:]
    for view in views.first.numbers.indices {
      let marker = Marker(
        x: views.x.numbers[view], y: views.y.numbers[view], count: views.count.numbers[view])
      changes[marker, default: [:]][views.first.numbers[view], default: 0] += 1
      changes[marker, default: [:]][views.end.numbers[view], default: 0] -= 1
    }
    return changes
  }
}
