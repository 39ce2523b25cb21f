import Foundation
import Logging

/// Writes a line of JSON for each message to a stream.
struct JSONLogHandler: LogHandler {
  let stream: LogStream
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var values = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    // Counts requests; without them it says nothing.
    values["hb.request.id"] = nil
    guard let line = Self.line("\(event.message)", event.level, values) else { return }
    stream.write(line) { lost in
      Self.line("lines of the log are lost", .warning, ["count": "\(lost)"])
    }
  }

  private static func line(
    _ message: String, _ level: Logger.Level, _ metadata: [String: String]
  ) -> String? {
    // A reason may repeat what a stranger sent.
    var values = metadata.mapValues { String($0.unicodeScalars.prefix(1_000)) }
    values["time"] = Date.now.formatted(.iso8601)
    values["level"] = level.rawValue
    values["message"] = message
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) }
  }
}
