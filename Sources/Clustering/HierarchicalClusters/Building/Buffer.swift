/// Memory for the elements of a build, which are plain bits.
///
/// Invariant: `count` never exceeds `capacity`; below `count` every element may be written, and what
/// is read for its value was written before (the merging of rows reads elements that it then does
/// not use). The memory belongs to the buffer and is freed with it. The steps of a build take its
/// base address: they hold while the buffer lives and is not made larger. Not to be shared between
/// threads, except that several may write and read disjoint elements.
///
/// An array would check each access and each uniqueness, which costs a build a third of its time.
final class Buffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

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

  func removeAll() {
    count = 0
  }

  /// Makes room for a number of elements and counts them as written: the caller writes them all.
  func resize(to newCount: Int) {
    if newCount > capacity { grow(to: newCount) }
    count = newCount
  }

  /// Makes every one of a number of elements the same.
  func fill(_ element: Element, count newCount: Int) {
    if newCount > capacity {
      count = 0
      grow(to: newCount)
    }
    base.initialize(repeating: element, count: newCount)
    count = newCount
  }

  private func grow(to least: Int) {
    let newCapacity = max(least, capacity + capacity / 2)
    let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newBase.moveInitialize(from: base, count: count)
    base.deallocate()
    base = newBase
    capacity = newCapacity
  }

  /// The elements as an array of just their size.
  func array() -> [Element] {
    Array(UnsafeBufferPointer(start: base, count: count))
  }
}

/// The elements of a finished buffer, which nobody writes any more.
///
/// Invariant: the buffer was handed over by its only owner. It is only read from here on, so that
/// any number of threads may.
struct FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let buffer: Buffer<Element>

  init(_ buffer: Buffer<Element>) {
    self.buffer = buffer
  }

  var count: Int { buffer.count }

  var byteCount: Int { buffer.capacity * MemoryLayout<Element>.stride }

  @inline(__always)
  subscript(index: Int) -> Element { buffer[index] }

  /// Valid as long as the buffer is.
  var base: UnsafePointer<Element> { UnsafePointer(buffer.base) }
}
