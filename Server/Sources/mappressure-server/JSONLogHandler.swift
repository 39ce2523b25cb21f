import Foundation
import Logging

/// Writes a line of JSON for each message to standard error.
struct JSONLogHandler: LogHandler {
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
    values["time"] = Date.now.formatted(.iso8601)
    values["level"] = event.level.rawValue
    values["message"] = "\(event.message)"
    guard let line = try? JSONEncoder.sorted.encode(values) else { return }
    // One call, so that lines of several threads do not mix.
    FileHandle.standardError.write(line + Data("\n".utf8))
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
