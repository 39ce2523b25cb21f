import ArgumentParser
import Foundation
import Logging
import PinService

/// Writes a line for each message to a stream.
struct LineLogHandler: LogHandler {
  let stream: LogStream
  let format: LogFormat
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(stream: LogStream, format: LogFormat) {
    self.stream = stream
    self.format = format
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var values = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    // Counts requests; without them it says nothing.
    values["hb.request.id"] = nil
    guard let line = format.line("\(event.message)", event.level, values) else { return }
    stream.write(line) { lost in
      format.line("log lines are lost", .warning, ["count": "\(lost)"])
    }
  }
}

/// The form of a line of the log.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people on a terminal.
  case text
  /// An object of JSON, for programs.
  case json

  /// The format for a stream, unless the user says which: text on a terminal.
  init(for descriptor: Int32) {
    self = isatty(descriptor) == 1 ? .text : .json
  }

  fileprivate func line(
    _ message: String, _ level: Logger.Level, _ metadata: [String: String]
  ) -> String? {
    // A reason may repeat what a stranger sent.
    var values = metadata.mapValues { String($0.unicodeScalars.prefix(1_000)) }
    switch self {
    case .text:
      let time = Date.now.formatted(
        Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
      return ServiceLog.line(message, isWarning: level >= .warning, values: values, time: time)
    case .json:
      values["time"] = Date.now.formatted(.iso8601)
      values["level"] = level.rawValue
      values["message"] = message
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
