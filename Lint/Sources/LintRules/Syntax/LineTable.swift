/// The lines of a text, to turn positions into lines and columns.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      // A line ends with "\n", "\r\n" or a lone "\r".
      let isReturn = byte == UInt8(ascii: "\r")
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "\n") || isReturn && next != UInt8(ascii: "\n") {
        starts.append(index + 1)
      }
    }
    self.starts = starts
  }

  package var count: Int {
    bytes.last.map { $0 == UInt8(ascii: "\n") } == true ? starts.count - 1 : starts.count
  }

  /// The line and the column of a byte, both from 1. Columns count bytes, as in the compiler's
  /// messages.
  package func location(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }

  /// A line without its end; empty if there is no such line.
  package func text(ofLine line: Int) -> String {
    guard (1...starts.count).contains(line) else { return "" }
    let end = line < starts.count ? starts[line] : bytes.count
    return String(
      decoding: bytes[starts[line - 1]..<end].reversed().drop { $0 == 10 || $0 == 13 }.reversed(),
      as: UTF8.self)
  }
}
