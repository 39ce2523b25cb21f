import Foundation
import Support

/// The reason why a recording cannot be used.
package enum RecordingError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is longer than the limit, in bytes.
  case tooLong(path: String, limit: Int)
  /// The file is not a recording; the place in it and what was expected there.
  case notARecording(path: String, reason: String)
  /// The file has another version than those that are known.
  case unknownSchema(path: String, found: Int, known: Int)
  /// The file has more elements in a list than the limit.
  case tooMany(path: String, list: String, found: Int, limit: Int)
  /// A value is not one that a recorder writes.
  case impossibleValue(path: String, place: String, expected: String, found: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(PlainText.line(path)): the recording cannot be read: \(reason)"
    case .tooLong(let path, let limit):
      "\(PlainText.line(path)): expected a recording of at most \(limit / 1_048_576) MiB, found more; "
        + "record less than half an hour"
    case .notARecording(let path, let reason):
      "\(PlainText.line(path)): this is not a recording of MapRecorder: \(PlainText.line(reason)); "
        + "metrics of a performance test need --as, which says what the test tells"
    case .unknownSchema(let path, let found, let known):
      "\(PlainText.line(path)): expected a recording of schema \(known), found schema \(found); copy "
        + "the MapRecorder.swift of this version into your test target and record again"
    case .tooMany(let path, let list, let found, let limit):
      "\(PlainText.line(path)): \(list): expected at most \(limit) elements, found \(found)"
    case .impossibleValue(let path, let place, let expected, let found):
      "\(PlainText.line(path)): \(place): expected \(expected), found \(PlainText.shortened(found, to: 80))"
    }
  }
}

extension MapRecording {
  /// The maximum length of a file in bytes: half an hour at 120 Hz has about 50 MB.
  private static let maxFileSize = 128 * 1_048_576
  /// The maximum number of elements in a list.
  private static let maxElements = 1_000_000
  /// The numbers of things in a frame or a call.
  private static let counts = 0...100_000_000
  /// The maximum time: a day.
  private static let maxTime: Int64 = 86_400_000_000_000
  private static let maxBytes: Int64 = 1_000_000_000_000_000

  private struct Version: Decodable {
    let schema: Int
  }

  /// Reads a recording, and checks every value of it.
  package init(contentsOf path: String) throws(RecordingError) {
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path, limit: Self.maxFileSize)
    } catch {
      if error == .tooLong { throw .tooLong(path: path, limit: Self.maxFileSize) }
      throw .unreadable(path: path, reason: "\(error)")
    }
    do {
      // The version first: another one has other keys.
      let found = try JSONDecoder().decode(Version.self, from: data).schema
      guard found == Self.currentSchema else {
        throw RecordingError.unknownSchema(path: path, found: found, known: Self.currentSchema)
      }
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw .notARecording(path: path, reason: DecodingFault.reason(error))
    }
    try RecordingCheck(path: path).check(self)
  }

  /// The check of a recording's values.
  private struct RecordingCheck {
    let path: String

    func check(_ recording: MapRecording) throws(RecordingError) {
      try check(recording.device)
      for (list, count) in [
        ("frames", recording.frames.count), ("calls", recording.calls.count),
        ("regions", recording.regions.count), ("readBacks", recording.readBacks.count),
        ("footprints", recording.footprints.count),
      ] where count > MapRecording.maxElements {
        throw .tooMany(path: path, list: list, found: count, limit: MapRecording.maxElements)
      }
      try checkFrames(recording.frames)
      try checkCalls(recording.calls)
      var last: Int64 = 0
      for (index, change) in recording.regions.enumerated() {
        try time(change.time, "regions[\(index)].time", after: &last)
        try region(change.region, "regions[\(index)].region")
      }
      for (index, readBack) in recording.readBacks.enumerated() {
        try region(readBack.set, "readBacks[\(index)].set")
        try region(readBack.read, "readBacks[\(index)].read")
        if let settled = readBack.settled { try region(settled, "readBacks[\(index)].settled") }
      }
      last = 0
      for (index, footprint) in recording.footprints.enumerated() {
        let place = "footprints[\(index)]"
        try time(footprint.time, "\(place).time", after: &last)
        try number(footprint.bytes, "\(place).bytes", in: 1...MapRecording.maxBytes)
        for (name, count) in [
          ("annotations", footprint.annotations), ("markers", footprint.markers),
          ("images", footprint.images),
        ] {
          try number(count, "\(place).\(name)", in: MapRecording.counts)
        }
      }
    }

    private func check(_ device: Device) throws(RecordingError) {
      for (name, text) in [
        ("model", device.model), ("system", device.system), ("thermalState", device.thermalState),
      ] where text.isEmpty || text.utf8.count > 100 {
        throw error("device.\(name)", "a text of 1 to 100 bytes", "\(text.utf8.count) bytes")
      }
      try number(device.refresh, "device.refresh", in: 10...1_000)
      try number(device.width, "device.width", in: 1...10_000)
      try number(device.height, "device.height", in: 1...10_000)
    }

    private func checkFrames(_ frames: [Frame]) throws(RecordingError) {
      var lastRefresh: Int64 = 0
      var lastEnd: Int64 = 0
      for (index, frame) in frames.enumerated() {
        let place = "frames[\(index)]"
        let begin = lastEnd
        try time(frame.refresh, "\(place).refresh", after: &lastRefresh)
        try time(frame.end, "\(place).end", after: &lastEnd)
        // The first frame's beginning is not known.
        let limit = index == 0 ? MapRecording.maxTime : frame.end - begin
        try number(frame.busy, "\(place).busy", in: 0...limit)
        try number(frame.markers, "\(place).markers", in: MapRecording.counts)
        try number(frame.images, "\(place).images", in: MapRecording.counts)
        try number(frame.candidates, "\(place).candidates", in: MapRecording.counts)
      }
    }

    private func checkCalls(_ calls: [Call]) throws(RecordingError) {
      var last: Int64 = 0
      for (index, call) in calls.enumerated() {
        let place = "calls[\(index)]"
        try time(call.begin, "\(place).begin", after: &last)
        try number(call.duration, "\(place).duration", in: 0...MapRecording.maxTime)
        try number(call.count, "\(place).count", in: MapRecording.counts)
        guard let view = call.view else { continue }
        guard call.operation == .viewFor else {
          throw error("\(place).view", "no view in a call of \(call.operation.rawValue)", "one")
        }
        try number(view.drawnArea, "\(place).view.drawnArea", in: 0...1e8)
        try number(view.outside, "\(place).view.outside", in: 0...10)
      }
    }

    private func time(
      _ time: Int64, _ place: @autoclosure () -> String, after last: inout Int64
    ) throws(RecordingError) {
      guard time >= last, time <= MapRecording.maxTime else {
        throw error(
          place(), "nanoseconds since the beginning of the recording, at least the \(last) before",
          "\(time)")
      }
      last = time
    }

    private func region(
      _ region: Region, _ place: @autoclosure () -> String
    ) throws(RecordingError) {
      guard abs(region.latitude) <= 90, abs(region.longitude) <= 180,
        region.latitudeDelta > 0, region.latitudeDelta <= 180,
        region.longitudeDelta > 0, region.longitudeDelta <= 360
      else {
        throw error(
          place(), "a region on earth",
          "\(region.latitude), \(region.longitude), \(region.latitudeDelta), "
            + "\(region.longitudeDelta)")
      }
    }

    private func number<Number: Comparable>(
      _ number: Number, _ place: @autoclosure () -> String, in range: ClosedRange<Number>
    ) throws(RecordingError) {
      guard range.contains(number) else {
        throw error(
          place(), "a number from \(range.lowerBound) to \(range.upperBound)", "\(number)")
      }
    }

    private func error(_ place: String, _ expected: String, _ found: String) -> RecordingError {
      .impossibleValue(path: path, place: place, expected: expected, found: found)
    }
  }
}
