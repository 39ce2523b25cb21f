/// Merges rows of a level and the new clusters into rows of the next level, by x.
struct RowMerge {
  /// What comes after everything: greater than every x.
  private static let end = Int.max

  let items: UnsafeMutablePointer<LevelItem>
  let states: UnsafeMutablePointer<Formation.State>
  let clusters: UnsafeMutablePointer<LevelItem>
  let pinCount: Int
  let target: UnsafeMutablePointer<LevelItem>
  var targetCount: Int
  /// Where to write what does not stay.
  let discard: Int
  let band: UnsafeMutablePointer<ZoomBand.Item>?
  var bandCount: Int

  /// Makes one row of the slots of up to two rows and the new clusters that belong there.
  @inline(__always)
  mutating func run(_ first: Range<Int>, _ second: Range<Int>, _ new: Range<Int>) {
    var targetCount = targetCount
    if let band {
      var bandCount = bandCount
      merge(first, second, new) { item, isJoined in
        let node = item.node < pinCount ? item.seed : item.node
        band[bandCount] = ZoomBand.Item(x: item.x, y: item.y, node: node, isJoined: isJoined)
        bandCount &+= 1
        target[isJoined ? discard : targetCount] = item
        targetCount &+= isJoined ? 0 : 1
      }
      self.bandCount = bandCount
    } else {
      merge(first, second, new) { item, isJoined in
        // Always written, but where it does not matter: a branch would often be guessed wrong.
        target[isJoined ? discard : targetCount] = item
        targetCount &+= isJoined ? 0 : 1
      }
    }
    self.targetCount = targetCount
  }

  /// Calls `body` with the items in their new order.
  ///
  /// Which of two comes next is as good as random, so it is computed rather than branched on: a
  /// difference shifted by 63 is -1 where it is negative, else 0. Reads one item past each range,
  /// for which a level has room.
  @inline(__always)
  private func merge(
    _ first: Range<Int>, _ second: Range<Int>, _ new: Range<Int>,
    _ body: (LevelItem, _ isJoined: Bool) -> Void
  ) {
    var (a, b, c) = (first.lowerBound, second.lowerBound, new.lowerBound)
    var x = a < first.upperBound ? Int(items[a].x) : Self.end
    var otherX = b < second.upperBound ? Int(items[b].x) : Self.end
    var clusterX = c < new.upperBound ? Int(clusters[c].x) : Self.end
    for _ in 0..<(first.count &+ second.count &+ new.count) {
      let isSecond = (otherX &- x) &>> 63
      if clusterX < x ^ ((x ^ otherX) & isSecond) {
        body(clusters[c], false)
        c &+= 1
        clusterX = c < new.upperBound ? Int(clusters[c].x) : Self.end
      } else {
        let slot = a ^ ((a ^ b) & isSecond)
        body(items[slot], states[slot] == .joined)
        a &+= 1 &+ isSecond
        b &-= isSecond
        let (next, otherNext) = (Int(items[a].x), Int(items[b].x))
        x = a < first.upperBound ? next : Self.end
        otherX = b < second.upperBound ? otherNext : Self.end
      }
    }
  }
}
