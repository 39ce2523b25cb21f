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
      difference.expectUpdate(from: old, to: new)
      #expect(difference.isEmpty == (Set(old) == Set(new)))
    }
  }

  @Test func identitiesAloneNeverChangePlace() {
    var difference = AnnotationDifference()
    let item = ClusterItem(id: .pin(1), point: MapPoint(x: 1, y: 1), count: 1)
    difference.update(from: [item], to: [ClusterItem(id: .pin(1), point: item.point, count: 2)])
    #expect(!difference.isEmpty)
    difference.update(from: [AnnotationID.pin(1)], to: [.pin(1)])
    #expect(difference.isEmpty && difference.changes == [])
  }
}

/// Differences of lists of items, against the truth counted in dictionaries.
@Suite struct AnnotationDifferenceItemTests {
  /// The way in which a list came from another; each kind takes other branches of the difference.
  enum Step: CaseIterable {
    case unrelated, shuffled, ascending, window, edited, repeated, emptied
  }

  @Test("random lists", arguments: Step.allCases)
  func agreesWithDictionaries(step: Step) {
    var random = SeededGenerator(seed: 31)
    var difference = AnnotationDifference()
    var (removed, inserted, changed) = (0, 0, 0)
    for _ in 0..<600 {
      let (old, new) = random.lists(step)
      difference.update(from: old, to: new)
      expectTruth(difference, from: old, to: new)
      removed += difference.removals.count
      inserted += difference.insertions.count
      changed += difference.changes.count
    }
    #expect(removed > 300 || step == .shuffled)
    #expect(inserted > 300 || step == .shuffled || step == .emptied)
    #expect(changed > 300 || step == .emptied)
  }

  @Test("random lists", arguments: Step.allCases)
  func annotationsFollowTheItems(step: Step) {
    /// An annotation of a map.
    final class Marker {
      var item: ClusterItem
      init(_ item: ClusterItem) { self.item = item }
    }
    var random = SeededGenerator(seed: 33)
    var difference = AnnotationDifference()
    for _ in 0..<200 {
      let (old, new) = random.lists(step)
      let before = old.map(Marker.init)
      var markers = before
      var onMap = Set(before.map(ObjectIdentifier.init))
      var changed: [Int] = []
      difference.update(from: old, to: new)
      let (removed, inserted) = difference.apply(to: &markers) { position in
        Marker(new[position])
      } changing: { marker, position in
        marker.item = new[position]
        changed.append(position)
      }
      #expect(markers.map(\.item) == new)
      #expect(changed == difference.changes.map(\.newPosition))
      #expect(removed.map(ObjectIdentifier.init).allSatisfy { onMap.remove($0) != nil })
      #expect(inserted.map(ObjectIdentifier.init).allSatisfy { onMap.insert($0).inserted })
      #expect(onMap == Set(markers.map(ObjectIdentifier.init)))
      // What stays is the same object, so that the map keeps its view.
      #expect(
        markers.indices.allSatisfy { position in
          difference.oldPosition(ofNew: position).map { markers[position] === before[$0] } ?? true
        })
    }
  }

  private func expectTruth(
    _ difference: AnnotationDifference, from old: [ClusterItem], to new: [ClusterItem]
  ) {
    difference.expectTruth(from: old.map(\.id), to: new.map(\.id))
    let partners = new.indices.map { difference.oldPosition(ofNew: $0) }
    let changes = new.indices.filter { position in
      partners[position].map { old[$0] != new[position] } ?? false
    }
    #expect(difference.changes.map(\.newPosition) == changes)
    #expect(difference.changes.map(\.oldPosition) == changes.map { partners[$0] })
    let isEmpty = difference.removals.isEmpty && difference.insertions.isEmpty && changes.isEmpty
    #expect(difference.isEmpty == isEmpty)
  }
}

extension AnnotationDifference {
  mutating func expectUpdate(from old: [AnnotationID], to new: [AnnotationID]) {
    update(from: old, to: new)
    expectTruth(from: old, to: new)
  }

  /// The number of repeated identities that belong together is defined; the choice among them is
  /// not.
  func expectTruth(from old: [AnnotationID], to new: [AnnotationID]) {
    func counts(_ ids: [AnnotationID]) -> [AnnotationID: Int] {
      Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let (oldCounts, newCounts) = (counts(old), counts(new))
    let leaving = oldCounts.map { ($0, $1 - newCounts[$0, default: 0]) }.filter { $1 > 0 }
    let coming = newCounts.map { ($0, $1 - oldCounts[$0, default: 0]) }.filter { $1 > 0 }
    let removed = counts(removals.map { old[$0] })
    let inserted = counts(insertions.map { new[$0] })
    #expect(removed == Dictionary(uniqueKeysWithValues: leaving), "\(old.count) old")
    #expect(inserted == Dictionary(uniqueKeysWithValues: coming), "\(new.count) new")

    #expect(oldCount == old.count && newCount == new.count)
    let partners = new.indices.map { oldPosition(ofNew: $0) }
    let stays = Set(partners.compactMap { $0 })
    #expect(stays.count == partners.count { $0 != nil })
    #expect(removals == old.indices.filter { !stays.contains($0) })
    #expect(insertions == new.indices.filter { partners[$0] == nil })
    #expect(zip(partners, new).allSatisfy { partner, id in partner.map { old[$0] == id } ?? true })
  }
}

extension SeededGenerator {
  /// A list of items, and another that a step makes of it.
  fileprivate mutating func lists(
    _ step: AnnotationDifferenceItemTests.Step
  ) -> (old: [ClusterItem], new: [ClusterItem]) {
    // Most lists are short, where each position matters; some are too long for comparing each.
    let count = int(in: 0...3) == 0 ? int(in: 60...400) : int(in: 0...24)
    let all = items(count)
    switch step {
    case .unrelated:
      let other = items(count)
      return (sample(all), moved(sample(all + other.prefix(count / 2))).shuffled(using: &self))
    case .shuffled:
      return (all, moved(all).shuffled(using: &self))
    case .ascending:
      let sorted = all.sorted { $0.id < $1.id }
      return (sample(sorted), moved(sample(sorted)))
    case .window:
      // The part of a map's rows that a frame cuts out.
      let width = int(in: 1...20)
      return (cut(all, width), moved(cut(all, width)))
    case .edited:
      var new = moved(all)
      for _ in 0..<int(in: 0...6) where !new.isEmpty {
        let position = int(in: 0...(new.count - 1))
        switch int(in: 0...2) {
        case 0: new.remove(at: position)
        case 1: new.insert(contentsOf: items(int(in: 1...12)), at: position)
        default: new.append(new.remove(at: position))
        }
      }
      return (all, new)
    case .repeated:
      let few = Array(all.prefix(max(all.count / 3, 1)))
      let old = all.map { _ in few.randomElement(using: &self) }.compactMap { $0 }
      let new = all.map { _ in few.randomElement(using: &self) }.compactMap { $0 }
      return int(in: 0...1) == 0
        ? (old, moved(new)) : (old.sorted { $0.id < $1.id }, moved(new.sorted { $0.id < $1.id }))
    case .emptied:
      return (all, [])
    }
  }

  /// Items with identities of all kinds, each once, in an order of their own.
  private mutating func items(_ count: Int) -> [ClusterItem] {
    var ids: Set<UInt64> = []
    return (0..<count).compactMap { _ in
      let kind = UInt64(int(in: 0...3)) << 62
      let number = UInt64(int(in: 0...2000)) << UInt64([0, 32, 40][int(in: 0...2)])
      guard ids.insert(kind | number).inserted else { return nil }
      return ClusterItem(
        id: AnnotationID(rawValue: kind | number), point: point(), count: int(in: 1...9))
    }
  }

  private mutating func sample(_ items: [ClusterItem]) -> [ClusterItem] {
    let share = int(in: 0...10)
    return items.filter { _ in int(in: 0...9) < share }
  }

  /// The same items, some of them elsewhere or with another count.
  private mutating func moved(_ items: [ClusterItem]) -> [ClusterItem] {
    let share = int(in: 0...5)
    return items.map { item in
      guard int(in: 0...9) < share else { return item }
      return int(in: 0...1) == 0
        ? ClusterItem(id: item.id, point: point(), count: item.count)
        : ClusterItem(id: item.id, point: item.point, count: item.count + 1)
    }
  }

  /// Some columns of some rows.
  private mutating func cut(_ items: [ClusterItem], _ width: Int) -> [ClusterItem] {
    let rows = (items.count + width - 1) / width
    let top = int(in: 0...(rows / 2))
    let left = int(in: 0...(width / 2))
    let bottom = int(in: (rows / 2)...rows)
    let right = int(in: (width / 2)...width)
    return items.indices.filter {
      $0 / width >= top && $0 / width < bottom && $0 % width >= left && $0 % width < right
    }.map { items[$0] }
  }
}
