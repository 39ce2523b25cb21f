/// A record of numbers of one type, which is added and subtracted number by number.
///
/// Invariant: each stored property is a `Number`, so a record has the bytes of its numbers.
public protocol Tally {
  associatedtype Number: AdditiveArithmetic & BitwiseCopyable = Int
}

extension Tally {
  // Inlined, and public for that: the compiler does so with no other access across modules. Without the
  // type of the record each number is added through its witnesses, a thousand times as slowly.
  @inlinable @inline(__always)
  public static func + (first: Self, second: Self) -> Self { first.combined(with: second, by: +) }

  @inlinable @inline(__always)
  public static func - (later: Self, earlier: Self) -> Self {
    later.combined(with: earlier, by: -)
  }

  @inlinable @inline(__always)
  public static func += (total: inout Self, further: Self) { total = total + further }

  @inlinable @inline(__always)
  public func combined(with other: Self, by operation: (Number, Number) -> Number) -> Self {
    var result = self
    withUnsafeMutableBytes(of: &result) { result in
      withUnsafeBytes(of: other) { other in
        precondition(
          result.count % MemoryLayout<Number>.stride == 0, "expected a record of numbers only")
        let numbers = result.assumingMemoryBound(to: Number.self)
        for (index, number) in other.assumingMemoryBound(to: Number.self).enumerated() {
          numbers[index] = operation(numbers[index], number)
        }
      }
    }
    return result
  }
}
