import Foundation
import ScenarioModel

/// A line that is not of the worker's protocol.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  public let line: String
  public let expected: String

  public var description: String {
    "expected \(expected) from the other process, found '\(line.prefix(200))'; "
      + "are both of the same version?"
  }
}

/// Reads and writes the payloads; lines hold no line breaks, which JSON escapes.
enum LinePayload {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from text: Substring) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  static func split(_ line: String) -> (verb: Substring, payload: Substring) {
    let verb = line.prefix { $0 != " " }
    return (verb, line.dropFirst(verb.count + 1))
  }

  static func frames(_ payload: Substring, line: String) throws -> Range<Int> {
    guard let bounds = integers(payload, count: 2), WorkerBounds.areFrames(bounds),
      bounds[0] <= bounds[1]
    else {
      throw ProtocolError(line: line, expected: "a verb and 'FIRST END', two numbers of frames")
    }
    return Int(bounds[0])..<Int(bounds[1])
  }

  static func count(_ payload: Substring, line: String) throws -> Int {
    guard let numbers = integers(payload, count: 1), WorkerBounds.areFrames(numbers) else {
      throw ProtocolError(line: line, expected: "a verb and a count")
    }
    return Int(numbers[0])
  }

  /// Decodes what must keep to bounds.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from text: Substring, of line: String, where isWithinBounds: (Value) -> Bool
  ) throws -> Value {
    let value = try decode(type, from: text)
    guard isWithinBounds(value) else {
      throw ProtocolError(line: line, expected: "numbers and names within the protocol's bounds")
    }
    return value
  }

  /// A count, or the sign for none.
  static func text<Number: BinaryInteger>(_ count: Number?) -> String {
    count.map { "\($0)" } ?? "-"
  }

  /// `-9223372036854775808` and a space.
  private static let longestInteger = 21

  static func integers(_ payload: Substring, count: Int) -> [Int64]? {
    // No more than so many numbers and the spaces between them: a long line is not looked through.
    guard payload.utf8.count <= count * longestInteger else { return nil }
    let words = payload.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int64($0) }
    return words.count == count && numbers.count == count ? numbers : nil
  }
}

extension WorkerRequest {
  init(line: String) throws {
    let (verb, payload) = LinePayload.split(line)
    switch verb {
    case "prepare": self = .prepare(try LinePayload.decode(PrepareRequest.self, from: payload))
    case "inspect": self = .inspect(try LinePayload.decode(InspectRequest.self, from: payload))
    case "report": self = .report
    case "exit": self = .exit
    case "replay": self = .replay(try LinePayload.frames(payload, line: line))
    case "step":
      guard let numbers = LinePayload.integers(payload, count: 2), WorkerBounds.areFrames(numbers)
      else { throw ProtocolError(line: line, expected: "'step SKIPPED COUNT'") }
      self = .step(Int(numbers[1]), after: Int(numbers[0]))
    case "build": self = .build(try LinePayload.count(payload, line: line))
    case "count": self = .count
    case "describe": self = .describe(try LinePayload.decode(DescribeRequest.self, from: payload))
    default:
      throw ProtocolError(
        line: line,
        expected: "describe, prepare, replay, step, build, count, report, inspect or exit")
    }
  }

  func line() throws -> String {
    switch self {
    case .prepare(let request): "prepare \(try LinePayload.encode(request))"
    case .inspect(let request): "inspect \(try LinePayload.encode(request))"
    case .replay(let frames): "replay \(frames.lowerBound) \(frames.upperBound)"
    case .step(let count, let skipped): "step \(skipped) \(count)"
    case .build(let count): "build \(count)"
    case .count: "count"
    case .describe(let request): "describe \(try LinePayload.encode(request))"
    case .report: "report"
    case .exit: "exit"
    }
  }
}

extension WorkerReply {
  package init(line: String) throws {
    let (verb, payload) = LinePayload.split(line)
    switch verb {
    case "ready":
      self = .ready(
        try LinePayload.decode(
          ReadyReply.self, from: payload, of: line, where: \.isWithinBounds))
    case "result":
      self = .result(
        try LinePayload.decode(
          ResultReply.self, from: payload, of: line, where: \.isWithinBounds))
    case "inspection":
      self = .inspection(
        try LinePayload.decode(
          Inspection.self, from: payload, of: line, where: \.isWithinBounds))
    case "failed": self = .failed(try LinePayload.decode(FailedReply.self, from: payload).shortened)
    case "unfit": self = .unfit(try LinePayload.decode(FailedReply.self, from: payload).shortened)
    case "hello":
      guard let version = LinePayload.integers(payload, count: 1) else {
        throw ProtocolError(line: line, expected: "'hello VERSION'")
      }
      self = .hello(version: Int(version[0]))
    case "steps": self = .steps(try StepsReply(payload, line: line))
    case "counted":
      self = .counted(
        try LinePayload.decode(
          CountedReply.self, from: payload, of: line, where: \.isWithinBounds))
    case "description":
      self = .description(try LinePayload.decode(DescriptionReply.self, from: payload))
    case "slice":
      self = .slice(try SliceReply(payload, line: line))
    default:
      throw ProtocolError(line: line, expected: "an answer of a worker")
    }
  }

  package func line() throws -> String {
    switch self {
    case .hello(let version): "hello \(version)"
    case .ready(let reply): "ready \(try LinePayload.encode(reply))"
    case .slice(let slice):
      "slice \(slice.frames.lowerBound) \(slice.frames.upperBound) "
        + "\(slice.wallNanoseconds) \(slice.processorNanoseconds) "
        + "\(LinePayload.text(slice.allocations)) \(LinePayload.text(slice.bytesAllocated))"
    case .steps(let steps):
      "steps \(steps.frames) \(steps.builds) \(steps.wallNanoseconds) "
        + "\(LinePayload.text(steps.waitNanoseconds)) \(steps.buildNanoseconds) "
        + "\(LinePayload.text(steps.buildWaitNanoseconds))"
    case .counted(let reply): "counted \(try LinePayload.encode(reply))"
    case .description(let reply): "description \(try LinePayload.encode(reply))"
    case .result(let reply): "result \(try LinePayload.encode(reply))"
    case .inspection(let reply): "inspection \(try LinePayload.encode(reply))"
    case .failed(let reply): "failed \(try LinePayload.encode(reply))"
    case .unfit(let reply): "unfit \(try LinePayload.encode(reply))"
    }
  }
}

extension SliceReply {
  fileprivate init(_ payload: Substring, line: String) throws {
    let words = payload.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.prefix(4).compactMap { Int64($0) }
    guard words.count == 6, numbers.count == 4, WorkerBounds.areFrames(numbers.prefix(2)),
      numbers[0] <= numbers[1], WorkerBounds.areTimes(numbers.dropFirst(2))
    else {
      throw ProtocolError(line: line, expected: "'slice FIRST END WALL CPU ALLOCATIONS BYTES'")
    }
    self.init(
      frames: Int(numbers[0])..<Int(numbers[1]), wallNanoseconds: numbers[2],
      processorNanoseconds: numbers[3], allocations: Int(words[4]), bytesAllocated: Int(words[5]))
  }
}

extension StepsReply {
  fileprivate init(_ payload: Substring, line: String) throws {
    // A wait that is not known is a sign and no number.
    let words = payload.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.map { $0 == "-" ? nil : Int64($0) }
    guard words.count == 6, let frames = numbers[0], let builds = numbers[1],
      let wall = numbers[2], let buildWall = numbers[4],
      zip(words, numbers).allSatisfy({ $1 != nil || $0 == "-" }),
      WorkerBounds.areFrames([frames, builds]),
      WorkerBounds.areTimes(numbers.dropFirst(2).compactMap(\.self))
    else {
      throw ProtocolError(
        line: line, expected: "'steps FRAMES BUILDS WALL WAIT BUILDWALL BUILDWAIT'")
    }
    self.init(
      frames: Int(frames), builds: Int(builds), wallNanoseconds: wall,
      waitNanoseconds: numbers[3], buildNanoseconds: buildWall, buildWaitNanoseconds: numbers[5])
  }
}
