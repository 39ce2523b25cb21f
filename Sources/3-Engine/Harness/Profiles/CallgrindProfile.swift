/// The instructions that a program executed, by function and address, from the output of callgrind.
package struct CallgrindProfile: Sendable {
  /// The index of a called function, the number of calls, those before the counted part included, and
  /// the instructions within the calls.
  package typealias Call = (function: Int, count: Int, cost: Int)

  /// A function.
  package struct Function: Sendable {
    /// The name in the program's symbols.
    package let symbol: String
    /// Indicates whether this is the calls of the function within itself.
    package let isRecursion: Bool
    /// The program or the library.
    package let object: String
    /// The number of times that each instruction was executed, by its address in the object's file.
    package fileprivate(set) var instructions: [Int: Int] = [:]
    /// The calls by the address of the calling instruction.
    package fileprivate(set) var calls: [Int: [Call]] = [:]
  }

  package private(set) var functions: [Function] = []
  /// The functions of the source at addresses of the program.
  package var frames: [Int: [SourceFrame]] = [:]

  /// The path of the program, not of its libraries; `nil` where nothing was counted.
  package var program: String? { functions.first { $0.symbol == CountedPart.functionName }?.object }

  /// Reads an output that was made with ``Callgrind/profileOptions``.
  package init(parsing output: String) throws(ProfileUnavailable) {
    var indices: [Substring: Int] = [:]
    var (object, calledObject): (Substring, Substring?) = ("", nil)
    var (function, called): (Int?, (index: Int, count: Int?)) = (nil, (0, nil))
    func index(_ name: Substring, in object: Substring) -> Int {
      if let known = indices[name] { return known }
      // The second level of a recursion has a number behind the name.
      let parts = name.split(separator: "'")
      functions.append(
        Function(
          symbol: String(parts.first ?? ""), isRecursion: parts.count > 1, object: String(object)))
      indices[name] = functions.count - 1
      return functions.count - 1
    }
    for line in output.split(separator: "\n") {
      let fields = line.split(maxSplits: 1) { $0 == "=" || $0 == " " }
      switch (fields.first, fields.last ?? "") {
      case ("ob", let value): object = value
      case ("cob", let value): calledObject = value
      case ("fn", let value): function = index(value, in: object)
      case ("cfn", let value):
        called.index = index(value, in: calledObject ?? object)
        calledObject = nil
      case ("calls", let value): called.count = Int(value.prefix { $0 != " " })
      case (let text?, let value) where text.hasPrefix("0x"):
        guard let address = Int(text.dropFirst(2), radix: 16), let cost = Int(value), let function
        else { throw ProfileUnavailable("expected a cost of callgrind, found '\(line)'") }
        if let count = called.count {
          functions[function].calls[address, default: []].append((called.index, count, cost))
          called.count = nil
        } else {
          functions[function].instructions[address, default: 0] += cost
        }
      default: continue
      }
    }
  }
}
