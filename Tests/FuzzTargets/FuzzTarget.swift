import Foundation

/// A reader of files that come from elsewhere, and what must hold of it whatever a file holds.
public struct FuzzTarget: Sendable {
  /// The result of reading an input.
  public enum Reading: Hashable, Sendable {
    case accepted
    /// Refused with the reader's typed error, in its words.
    case refused(String)
  }

  /// The name of its folder of seeds.
  public let name: String
  /// The name of its dictionary: the words of the format.
  public let dictionary: String
  private let body: @Sendable (Data) throws -> Reading

  init(
    _ name: String, dictionary: String, body: @escaping @Sendable (Data) throws -> Reading
  ) {
    self.name = name
    self.dictionary = dictionary
    self.body = body
  }

  /// A target whose reader refuses inputs with errors of one type.
  ///
  /// - Parameters:
  ///   - checkError: checks the place that an error names.
  ///   - check: checks what was read; an error of reading it again is none of the input's.
  init<Value, Failure: Error>(
    _ name: String, dictionary: String, refusingWith: Failure.Type,
    read: @escaping @Sendable (Data) throws -> Value,
    checkError: @escaping @Sendable (Failure, Data) throws -> Void = { _, _ in },
    check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    self.init(name, dictionary: dictionary) { input in
      let value: Value
      do {
        value = try read(input)
      } catch let error as Failure {
        try checkError(error, input)
        return .refused("\(error)")
      }
      try check(value)
      return .accepted
    }
  }

  /// Reads the input, and checks what the reader promises of it: that it ends, that what was read
  /// is the same when it is written and read again, and that an error is of the reader's type,
  /// short, and has a place inside of the file.
  ///
  /// - Throws: ``BrokenPromise``, or what the reader should not have thrown.
  public func read(_ input: Data) throws -> Reading {
    let reading = try body(input)
    if case .refused(let message) = reading {
      try require(!message.isEmpty, "an error says nothing")
      try require(
        message.utf8.count <= Self.longestMessage,
        "an error of \(message.utf8.count) bytes: \(message.prefix(200))…")
    }
    return reading
  }

  /// In bytes.
  private static let longestMessage = 4_096

  /// Every target, in a stable order.
  public static let all: [FuzzTarget] =
    [.scenario, .validation, .profile, .ledger, .checklist, .facts] + places
    + [.cameraTrace] + documents + [.workerReply, .program] + server

  /// The target of a name.
  public static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }
}

/// Something that a reader promises and did not keep.
public struct BrokenPromise: Error, CustomStringConvertible {
  public let description: String
}

func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(description: promise()) }
}

/// Checks a place's line, where the last line may have a line end after which the file ends.
func require(line: Int, in input: Data, _ message: String) throws(BrokenPromise) {
  let ends = input.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  try require(line >= 1 && line <= ends + 2, "an error in line \(line) of \(ends + 1): \(message)")
}
