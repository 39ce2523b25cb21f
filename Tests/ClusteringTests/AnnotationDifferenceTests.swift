import Clustering
import TestSupport
import Testing

/// Differences of lists of identities.
@Suite struct AnnotationDifferenceTests {
  private func ids(_ count: Int, outOf all: Int, _ random: inout SeededGenerator) -> [AnnotationID]
  {
    (0..<all).map { index in
      // Multiples of powers of two collide in a table that takes the low bits.
      index % 3 == 0 ? AnnotationID(rawValue: UInt64(index) << 40) : .pin(index)
    }.shuffled(using: &random).prefix(count).map { $0 }
  }

  @Test func agreesWithSets() {
    var random = SeededGenerator(seed: 21)
    var difference = AnnotationDifference()
    for _ in 0..<400 {
      let all = random.int(in: 1...120)
      let old = ids(random.int(in: 0...all), outOf: all, &random)
      let new = ids(random.int(in: 0...all), outOf: all, &random)
      difference.update(from: old, to: new)
      let oldSet = Set(old)
      let newSet = Set(new)
      #expect(difference.removals == old.indices.filter { !newSet.contains(old[$0]) })
      #expect(difference.insertions == new.indices.filter { !oldSet.contains(new[$0]) })
      #expect(difference.isEmpty == (oldSet == newSet))
    }
  }

  @Test func appliedToTheOldGivesTheNew() {
    var random = SeededGenerator(seed: 22)
    var difference = AnnotationDifference()
    var shown = ids(50, outOf: 90, &random)
    for _ in 0..<50 {
      let wanted = ids(random.int(in: 0...90), outOf: 90, &random)
      difference.update(from: shown, to: wanted)
      for position in difference.removals.reversed() { shown.remove(at: position) }
      for position in difference.insertions { shown.append(wanted[position]) }
      #expect(shown.sorted() == wanted.sorted())
    }
  }

  @Test func emptyLists() {
    var difference = AnnotationDifference()
    #expect(difference.isEmpty)
    difference.update(from: [AnnotationID](), to: [])
    #expect(difference.isEmpty)
    difference.update(from: [], to: [.pin(1), .pin(0)])
    #expect(difference.removals == [] && difference.insertions == [0, 1])
    difference.update(from: [.pin(1), .pin(0)], to: [])
    #expect(difference.removals == [0, 1] && difference.insertions == [])
  }

  @Test func repeatedIdentitiesAreAsManyAsInTheNewList() {
    var difference = AnnotationDifference()
    difference.update(
      from: [.pin(1), .pin(1), .pin(2), .pin(3)], to: [.pin(4), .pin(3), .pin(1), .pin(4)])
    #expect(difference.removals == [1, 2])
    #expect(difference.insertions == [0, 3])
    difference.update(from: [.pin(1), .pin(1)], to: [.pin(1), .pin(1)])
    #expect(difference.isEmpty)
    difference.update(from: [.pin(1)], to: [.pin(1), .pin(1)])
    #expect(difference.removals == [] && difference.insertions == [1])
  }

  @Test func identitiesAloneNeverChangePlace() {
    var difference = AnnotationDifference()
    let item = ClusterItem(id: .pin(1), point: .init(x: 1, y: 1), count: 1)
    difference.update(from: [item], to: [ClusterItem(id: .pin(1), point: item.point, count: 2)])
    #expect(!difference.isEmpty)
    difference.update(from: [AnnotationID.pin(1)], to: [.pin(1)])
    #expect(difference.isEmpty && difference.changes == [])
  }
}
