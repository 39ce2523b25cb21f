/// A heap in an array, the farthest pin first, so that it is at hand when a nearer one replaces it.
extension [NearbyPin] {
  mutating func push(_ pin: NearbyPin) {
    append(pin)
    var child = count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard self[parent] < pin else { break }
      self[child] = self[parent]
      child = parent
    }
    self[child] = pin
  }

  mutating func replaceFarthest(by pin: NearbyPin) {
    sink(pin, below: count)
  }

  /// Sorts the heap, the nearest pin first. Nothing is allocated.
  mutating func sortHeap() {
    var end = count
    while end > 1 {
      end -= 1
      let pin = self[end]
      self[end] = self[0]
      sink(pin, below: end)
    }
  }

  /// Puts a pin in the place of the first one of a heap that ends before `end`.
  private mutating func sink(_ pin: NearbyPin, below end: Int) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < end else { break }
      if child + 1 < end, self[child] < self[child + 1] { child += 1 }
      guard pin < self[child] else { break }
      self[parent] = self[child]
      parent = child
    }
    self[parent] = pin
  }
}
