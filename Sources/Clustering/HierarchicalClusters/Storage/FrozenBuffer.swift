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
