/// The elements of a map in numbered slots; the number is the index of the element's pin.
///
/// The slot of a removed element is used again, but not before the map knows that the element is
/// gone: an identity of a pin means one element from each update to the next. So a removed element
/// that is shown is kept until the period ends, and gets its slot again if it comes back before.
///
/// Inlinable throughout: with types that the compiler does not know, a change takes twice as long.
@usableFromInline
struct ElementSlots<Element: Identifiable> where Element.ID: Sendable {
  @usableFromInline
  struct Slot {
    @usableFromInline var element: Element?
    /// Indicates whether the map shows it alone, not in a cluster.
    @usableFromInline var isShown = false
    /// Indicates whether it is shown and was replaced since.
    @usableFromInline var isReplaced = false

    @inlinable init() {}
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var indexes: [Element.ID: Int] = [:]
  /// The slots of removed elements that are shown.
  @usableFromInline var retired: [Element.ID: Int] = [:]
  /// The slots that were marked as replaced since the latest update.
  @usableFromInline var replaced: [Int] = []

  @inlinable init() {}

  /// The number of elements, without removed ones.
  @inlinable
  var count: Int { indexes.count }

  /// The number of slots in use, including the slots of removed elements.
  @inlinable
  var usedCount: Int { indexes.count + retired.count }

  @inlinable
  func index(of id: Element.ID) -> Int? { indexes[id] }

  /// The element in a slot, removed or not; `nil` for a free slot.
  @inlinable
  subscript(index: Int) -> Element? { slots[index].element }

  var byteCount: Int {
    slots.capacity * MemoryLayout<Slot>.stride
      + (free.capacity + replaced.capacity) * MemoryLayout<Int>.stride
      + (indexes.capacity + retired.capacity) * MemoryLayout<(Element.ID, Int)>.stride
  }

  /// Gives slots to new elements; on an error, to none.
  ///
  /// - Returns: The slot of each.
  @inlinable
  mutating func insert(_ elements: [Element]) throws(ClusteredMapError<Element.ID>) -> [Int] {
    var given: [Int] = []
    given.reserveCapacity(elements.count)
    indexes.reserveCapacity(indexes.count + elements.count)
    var (freeLeft, end) = (free.count, slots.count)
    for (position, element) in elements.enumerated() {
      let index: Int
      if let kept = retired.isEmpty ? nil : retired[element.id] {
        index = kept
      } else if freeLeft > 0 {
        freeLeft -= 1
        index = free[freeLeft]
      } else {
        index = end
        end += 1
      }
      if let present = indexes.updateValue(index, forKey: element.id) {
        // Another element's slot, or that of one before it in the batch.
        indexes[element.id] = present
        for earlier in elements[..<position] { indexes[earlier.id] = nil }
        throw .duplicateID(element.id)
      }
      given.append(index)
    }
    free.removeLast(free.count - freeLeft)
    slots.append(contentsOf: repeatElement(Slot(), count: end - slots.count))
    for (element, index) in zip(elements, given) { put(element, in: index) }
    if !retired.isEmpty {
      for element in elements { retired[element.id] = nil }
    }
    return given
  }

  /// Puts an element into a slot, in place of what is there.
  @inlinable
  mutating func put(_ element: Element, in index: Int) {
    slots[index].element = element
    if slots[index].isShown, !slots[index].isReplaced {
      slots[index].isReplaced = true
      replaced.append(index)
    }
  }

  /// Takes elements out; on an error, none.
  ///
  /// - Returns: The slot of each.
  @inlinable
  mutating func remove(_ ids: [Element.ID]) throws(ClusteredMapError<Element.ID>) -> [Int] {
    var taken: [Int] = []
    taken.reserveCapacity(ids.count)
    for id in ids {
      guard let index = indexes.removeValue(forKey: id) else {
        for (id, index) in zip(ids, taken) { indexes[id] = index }
        throw .unknownID(id)
      }
      taken.append(index)
    }
    for (id, index) in zip(ids, taken) {
      if slots[index].isShown {
        retired[id] = index
      } else {
        release(index)
      }
    }
    return taken
  }

  @inlinable
  mutating func release(_ index: Int) {
    slots[index] = Slot()
    free.append(index)
  }

  /// The slots that are shown and whose elements were replaced, except for those whose mark was
  /// taken away. From then on none is.
  @inlinable
  mutating func takeReplaced() -> [Int] {
    defer { replaced.removeAll(keepingCapacity: true) }
    return replaced.filter { index in
      defer { slots[index].isReplaced = false }
      return slots[index].isReplaced && slots[index].isShown
    }
  }

  /// Frees the slots of removed elements, which the map does not show any more.
  @inlinable
  mutating func releaseRetired() {
    guard !retired.isEmpty else { return }
    for index in retired.values { release(index) }
    retired.removeAll(keepingCapacity: true)
    freeMemoryIfUnused()
  }

  /// Frees all memory if no slot is in use.
  @inlinable
  mutating func freeMemoryIfUnused() {
    if usedCount == 0 { self = ElementSlots() }
  }
}

extension ElementSlots.Slot: Sendable where Element: Sendable {}
extension ElementSlots: Sendable where Element: Sendable {}
