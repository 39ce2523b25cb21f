import BenchmarkTables
import Clustering

/// The time to find the annotations to remove and to insert, from one view of the camera path to
/// the next. The reference uses two sets of the standard library.
struct DifferenceRow: Row {
  let name = "difference"

  func contests(_ workload: Workload) throws -> [Contest] {
    let shown = try shownIDs(workload)
    return [
      Contest(
        measures: SeriesTimes.measures("difference", count: shown.count - 1),
        ours: {
          var difference = AnnotationDifference()
          return SeriesTimes(stepCount: shown.count - 1) {
            difference.update(from: shown[$0], to: shown[$0 + 1])
          }.figures
        },
        reference: .init("two sets") {
          var difference = SetDifference()
          return SeriesTimes(stepCount: shown.count - 1) {
            difference.update(from: shown[$0], to: shown[$0 + 1])
          }.figures
        })
    ]
  }

  func checks(_ workload: Workload) throws -> [Check] {
    let shown = try shownIDs(workload)
    var ours = AnnotationDifference()
    var reference = SetDifference()
    var wrongCount = 0
    for (old, new) in zip(shown, shown.dropFirst()) {
      ours.update(from: old, to: new)
      reference.update(from: old, to: new)
      let isSame =
        Set(ours.removals.map { old[$0] }) == reference.removals
        && Set(ours.insertions.map { new[$0] }) == reference.insertions
      if !isSame { wrongCount += 1 }
    }
    return [
      Check(
        "differences are the same as with sets", subject: workload.subject,
        hasPassed: wrongCount == 0, finding: "\(wrongCount) of \(shown.count - 1) are not")
    ]
  }

  private func shownIDs(_ workload: Workload) throws -> [[AnnotationID]] {
    let clusters = try workload.clusters()
    var items: [ClusterItem] = []
    return workload.views.map { view in
      clusters.items(in: view.rect, zoom: view.zoom, into: &items)
      return items.map(\.id)
    }
  }
}

/// The difference, with the standard library.
private struct SetDifference {
  private(set) var removals: Set<AnnotationID> = []
  private(set) var insertions: Set<AnnotationID> = []

  mutating func update(from old: [AnnotationID], to new: [AnnotationID]) {
    let old = Set(old)
    let new = Set(new)
    removals = old.subtracting(new)
    insertions = new.subtracting(old)
  }
}
