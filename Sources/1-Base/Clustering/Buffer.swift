/// Memory for the elements of a build, which are plain bits.
///
/// Invariant: `count` never exceeds `capacity`; every element below `count` may be written, and an
/// element whose value is used was written before (the merging of rows reads elements that it then
/// does not use). The buffer owns the memory and frees it. The steps of a build use its base
/// address, which is valid while the buffer is alive and does not grow. Threads may share a buffer
/// only where they write and read disjoint elements.
///
/// An array would check each access and each uniqueness, which takes a third of a build's time.
final class Buffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 1) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  /// A number of equal elements.
  convenience init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  func append(contentsOf other: Buffer) {
    let start = count
    resize(to: count + other.count)
    (base + start).initialize(from: other.base, count: other.count)
  }

  func removeAll() { count = 0 }

  /// Sets the count, and grows for it: the caller writes all new elements.
  func resize(to newCount: Int) {
    if newCount > capacity { grow(to: newCount) }
    count = newCount
  }

  private func grow(to minCapacity: Int) {
    let newCapacity = max(minCapacity, capacity + capacity / 2)
    let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newBase.moveInitialize(from: base, count: count)
    base.deallocate()
    base = newBase
    capacity = newCapacity
  }

  /// The elements without spare capacity; the buffer itself where it has little.
  func frozen() -> FrozenBuffer<Element> where Element: Sendable {
    capacity - count > count / 8 ? copy() : FrozenBuffer(self)
  }

  /// A copy of the elements without spare capacity.
  func copy() -> FrozenBuffer<Element> where Element: Sendable {
    let copy = Buffer(capacity: count)
    copy.append(contentsOf: self)
    return FrozenBuffer(copy)
  }
}

/// The elements of a finished buffer, which are only read.
///
/// Invariant: the buffer came from its only owner, which does not use it any more. It is never
/// written again, so that any number of threads may read it.
struct FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let buffer: Buffer<Element>

  init(_ buffer: Buffer<Element>) { self.buffer = buffer }

  var count: Int { buffer.count }

  var byteCount: Int { buffer.capacity * MemoryLayout<Element>.stride }

  @inline(__always)
  subscript(index: Int) -> Element { buffer[index] }

  /// The address of the first element, valid while this value is alive.
  var base: UnsafePointer<Element> { UnsafePointer(buffer.base) }
}
