import Foundation
import Harness

extension FuzzTarget {
  /// A line of a worker, which may be the program of a base that was built from anything.
  static let workerReply = FuzzTarget("worker-reply", dictionary: "worker-reply") { input in
    let reply: WorkerReply
    do {
      reply = try WorkerReply(line: String(decoding: input, as: UTF8.self))
    } catch let error as ProtocolError {
      return .refused("\(error)")
    } catch let error as DecodingError {
      // A payload that is no JSON of its verb; who reads the line says which line it was.
      return .refused(String("\(error)".prefix(1_000)))
    }
    if case .ready(let ready) = reply {
      try require((0...10_000_000).contains(ready.frameCount), "frames that nobody can count")
    }
    let line = try reply.line()
    try require(
      try WorkerReply(line: line).line() == line, "a reply that is read again is another one")
    return .accepted
  }
}
