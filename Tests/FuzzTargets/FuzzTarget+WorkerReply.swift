import Foundation
import Harness

extension FuzzTarget {
  /// A line of a worker, which may be the program of a base that was built from anything.
  static let workerReply = FuzzTarget(
    "worker-reply", dictionary: "worker-reply", refusingWith: ProtocolError.self
  ) { input in
    try WorkerReply(line: String(decoding: input, as: UTF8.self))
  } check: { reply in
    if case .prepared(let prepared) = reply {
      try require((0...10_000_000).contains(prepared.frameCount), "a frame count beyond all bounds")
    }
    let line = try reply.line()
    try require(
      try WorkerReply(line: line).line() == line, "a reply that is read again is another one")
  }
}
