import CJemalloc

/// One of jemalloc's `mallctl` names, looked up once so that a later use allocates nothing and
/// compares no strings.
struct JemallocControl {
  /// jemalloc's index that stands for all arenas together, `MALLCTL_ARENAS_ALL`.
  static let allArenas = 4096

  private let name: StaticString
  // jemalloc's names have at most seven parts; a tuple stays inside the value.
  private var path: (Int, Int, Int, Int, Int, Int, Int)
  private let depth: Int

  init(_ name: StaticString) throws(MeterUnavailable) {
    var path = (0, 0, 0, 0, 0, 0, 0)
    var depth = MemoryLayout.size(ofValue: path) / MemoryLayout<Int>.stride
    let code = withUnsafeMutableBytes(of: &path) { path in
      mallctlnametomib(
        UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        path.baseAddress?.assumingMemoryBound(to: Int.self), &depth)
    }
    guard code == 0 else { throw .controlRefused(name: "\(name)", code: code) }
    self.name = name
    self.path = path
    self.depth = depth
  }

  /// The same control with another number in place of its part number `part`.
  func indexed(_ index: Int, part: Int) -> JemallocControl {
    var copy = self
    withUnsafeMutableBytes(of: &copy.path) { path in
      path.storeBytes(of: index, toByteOffset: part * MemoryLayout<Int>.stride, as: Int.self)
    }
    return copy
  }

  /// Reads a value whose size must be that of `Value`.
  func read<Value: BitwiseCopyable>(into value: inout Value) throws(MeterUnavailable) {
    let code = withUnsafeMutableBytes(of: &value) { bytes in
      var size = bytes.count
      return call(bytes.baseAddress, &size, nil, 0)
    }
    try check(code)
  }

  func unsignedInteger() throws(MeterUnavailable) -> UInt64 {
    var value: UInt64 = 0
    try read(into: &value)
    return value
  }

  func write(_ value: UInt64) throws(MeterUnavailable) {
    var value = value
    let code = withUnsafeMutableBytes(of: &value) { bytes in
      call(nil, nil, bytes.baseAddress, bytes.count)
    }
    try check(code)
  }

  /// Triggers a control that neither takes nor gives a value.
  func trigger() throws(MeterUnavailable) {
    try check(call(nil, nil, nil, 0))
  }

  private func check(_ code: Int32) throws(MeterUnavailable) {
    guard code == 0 else { throw .controlRefused(name: "\(name)", code: code) }
  }

  private func call(
    _ old: UnsafeMutableRawPointer?, _ oldSize: UnsafeMutablePointer<Int>?,
    _ new: UnsafeMutableRawPointer?, _ newSize: Int
  ) -> Int32 {
    withUnsafeBytes(of: path) { path in
      mallctlbymib(
        path.baseAddress?.assumingMemoryBound(to: Int.self), depth, old, oldSize, new, newSize)
    }
  }
}
