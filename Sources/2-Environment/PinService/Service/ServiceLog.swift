import Foundation
import Support

/// Lines of a server's log for people on a terminal.
public enum ServiceLog {
  /// Returns a line without control characters: `12:00:01 GET /health 200 0.2 ms`.
  ///
  /// - Parameters:
  ///   - values: those of a request are `method`, `target`, `status`, `microseconds` and `rows`; of
  ///     other messages any.
  ///   - time: the time of day.
  public static func line(
    _ message: String, isWarning: Bool, values: [String: String], time: String
  ) -> String {
    var words: [String] = []
    if let method = values["method"], let target = values["target"], let status = values["status"] {
      words = [method, target, status]
      if let microseconds = values["microseconds"].flatMap({ Int($0) }) {
        words.append("\(Double((microseconds + 50) / 100) / 10) ms")
      }
      if let rows = values["rows"].flatMap({ Int($0) }), rows > 0 {
        words.append(count(rows, "row"))
      }
    } else {
      let details = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      words = [(isWarning ? "warning: " : "") + ([message] + details).joined(separator: "; ")]
    }
    return PlainText.line(([time] + words).joined(separator: " "))
  }

  /// Returns the lines that a person sees when the server listens.
  ///
  /// - Parameter source: the name of the file or of the store.
  public static func start(address: String, pins: Int, source: String) -> String {
    PlainText.line("\(address) shows \(count(pins, "pin")) of \(source); Ctrl-C ends")
  }

  /// Returns why the program ends, in a line: the reason may have names of a stranger's file.
  public static func failure(_ error: any Error) -> String {
    PlainText.lines(PlainText.line("mappressure-server: \(error)"))
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number.formatted(.number.locale(Locale(identifier: "en_US"))) + " \(noun)"
      + (number == 1 ? "" : "s")
  }
}
