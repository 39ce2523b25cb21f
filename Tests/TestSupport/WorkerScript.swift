/// Lines of shell that speak the worker's protocol, for programs that behave as a test wants.
///
/// A script reads a request with `read -r line`.
package enum WorkerScript {
  /// Greets as a worker of the current version.
  package static let greeting = hello(version: 6)

  package static func hello(version: Int) -> String {
    #"echo '{"hello":{"version":\#(version)}}'"#
  }

  /// Puts the count of the request in `$line` into `$count`.
  package static let count = #"count=${line#*'"count":'}; count=${count%%[!0-9]*}"#

  package static func prepared(frames: String) -> String {
    #"echo "{\"prepared\":{\"case\":{\"frameCount\":\#(frames),\"framesAreIndependent\":true}}}""#
  }

  /// Replies that `$count` frames took a time, including the waiting time if it is given.
  package static func stepped(time: String, wait: String? = "0") -> String {
    steps(
      "\\\"frames\\\":$count,\\\"builds\\\":0,\\\"frameTime\\\":\(time),\\\"buildTime\\\":0",
      frameWait: wait, buildWait: "0")
  }

  /// Replies that `$count` builds took a time.
  package static func built(time: String, wait: String? = "0") -> String {
    steps(
      "\\\"frames\\\":0,\\\"builds\\\":$count,\\\"frameTime\\\":0,\\\"buildTime\\\":\(time)",
      frameWait: "0", buildWait: wait)
  }

  private static func steps(_ fields: String, frameWait: String?, buildWait: String?) -> String {
    let waits = [("frameWait", frameWait), ("buildWait", buildWait)].map { name, wait in
      wait.map { ",\\\"\(name)\\\":\($0)" } ?? ""
    }
    return "echo \"{\\\"stepped\\\":{\\\"steps\\\":{\(fields)\(waits.joined())}}}\""
  }
}
