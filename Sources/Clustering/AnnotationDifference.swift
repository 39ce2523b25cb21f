/// What must change on the map to get from the annotations shown to those wanted: which leave,
/// which come, and which stay but move or stand for another number of pins.
///
/// Annotations are told apart by their ``AnnotationID``. Keep one difference and update it for
/// every change of the map: its buffers are reused, and an update within their capacity allocates
/// nothing.
///
///     difference.update(from: shown, to: wanted)
///     difference.removals.forEach { remove(shown[$0]) }
///     difference.changes.forEach { move(shown[$0.oldPosition], to: wanted[$0.newPosition]) }
///     difference.insertions.forEach { add(wanted[$0]) }
///
/// With a list of annotations beside the items, ``apply(to:inserting:changing:)`` does this.
///
/// ## What is hashed
///
/// The two lists may be in any order; the result does not depend on it, only the time does.
/// Identities are hashed only where order does not find them. Nothing is hashed
///
/// - for what both lists begin with and what both end with: equal lists, a list that grew or shrank
///   at one place, an empty list;
/// - for two lists of ascending identities, as ``GridClusters`` answers where no pin is single;
/// - for what both lists have in the same order, with few others in between. Two answers of one
///   index at one zoom have all that they share in the same order, so that a pan by a small part of
///   the screen finds it by looking a few places ahead;
/// - for the others, which look new or gone, while they are few: the numbers of both multiplied
///   are at most 16 times their sum, as for 32 and 32, or for 16 and any number.
///
/// What is hashed, then, are the items that a fling, a jump or another zoom exchanges, where they are
/// many, and lists that were sorted anew. These are divided by their hashes into parts that fit into
/// the processor's cache, so that an item of a long list costs little more than one of a short list.
///
/// ## Repeated identities
///
/// Indexes answer no identity twice. In lists that do have one several times, each is an annotation
/// of its own: as many stay as both lists have, the others leave or come. Which of them stay is
/// the same on every run and otherwise not defined.
public struct AnnotationDifference: Sendable {
  /// An item that stays on the map with another place or another count.
  public struct Change: Hashable, Sendable {
    /// Where it is in the old items.
    public let oldPosition: Int
    /// Where it is in the new items.
    public let newPosition: Int
  }

  /// The items that stay with another place or another count, by ascending position in the new
  /// items. An update with identities alone finds none.
  public private(set) var changes: [Change] = []

  private var pairing = Pairing()

  /// A difference of nothing: two empty lists.
  public init() {}

  /// Positions in the old annotations of those that are not wanted any more, ascending.
  public var removals: [Int] { pairing.unpairedOld }

  /// Positions in the new annotations of those that are not shown yet, ascending.
  public var insertions: [Int] { pairing.unpairedNew }

  /// Whether nothing changes on the map. The order of the annotations does not count.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && changes.isEmpty }

  /// How many annotations were given as the old ones.
  public var oldCount: Int { pairing.oldCount }

  /// How many annotations were given as the new ones.
  public var newCount: Int { pairing.newCount }

  /// The position in the old annotations of one of the new ones; `nil` for an insertion.
  ///
  /// - Precondition: `position` is in `0..<newCount`.
  public func oldPosition(ofNew position: Int) -> Int? {
    pairing.oldPosition(ofNew: position)
  }

  /// Computes the difference of two lists of items, each in any order.
  ///
  /// Complexity: O(old + new).
  public mutating func update(from old: [ClusterItem], to new: [ClusterItem]) {
    pairing.update(from: old, to: new)
    changes.removeAll(keepingCapacity: true)
    for position in new.indices {
      guard let oldPosition = pairing.oldPosition(ofNew: position) else { continue }
      let (before, after) = (old[oldPosition], new[position])
      if before.point != after.point || before.count != after.count {
        changes.append(Change(oldPosition: oldPosition, newPosition: position))
      }
    }
  }

  /// Computes the difference of two lists of identities, each in any order. It has no ``changes``.
  ///
  /// Complexity: O(old + new).
  public mutating func update(from old: [AnnotationID], to new: [AnnotationID]) {
    pairing.update(from: old, to: new)
    changes.removeAll(keepingCapacity: true)
  }

  /// How many identities the latest update hashed, in both lists together.
  package var hashedCount: Int { pairing.hashedCount }

  /// For how many elements the buffers have room before anything is allocated.
  package var bufferCapacities: [Int] { pairing.bufferCapacities + [changes.capacity] }
}

extension AnnotationDifference {
  /// Brings annotations that stand beside the old items in step with the new ones.
  ///
  /// Afterwards they are in the order of the new items, and what stays is the same object as before.
  /// What is answered is all that the map must be told. With MapKit, which this snippet needs and
  /// which is not there on Linux:
  ///
  ///     // `shown: [ClusterItem]` and `annotations: [ClusterAnnotation]`, a class that conforms to
  ///     // MKAnnotation and whose `coordinate` is `@objc dynamic var`, run side by side.
  ///     clusters.items(in: region, zoom: zoom, into: &wanted)
  ///     difference.update(from: shown, to: wanted)
  ///     let (removed, inserted) = difference.apply(
  ///       to: &annotations, inserting: { ClusterAnnotation(wanted[$0]) },
  ///       changing: { annotation, position in annotation.item = wanted[position] })
  ///     mapView.removeAnnotations(removed)
  ///     mapView.addAnnotations(inserted)
  ///     swap(&shown, &wanted)
  ///
  /// Complexity: O(old + new). Allocates the three lists that it makes.
  ///
  /// - Parameters:
  ///   - annotations: One for each of the old items, in their order.
  ///   - insert: Makes the annotation of the item at a position in the new ones. Called once for
  ///     each of ``insertions``, in ascending order.
  ///   - change: Moves an annotation to the item at a position in the new ones. Called once for
  ///     each of ``changes``, in their order, after all insertions.
  /// - Returns: The annotations that left the list and those that came, in the order of
  ///   ``removals`` and of ``insertions``.
  /// - Precondition: There are ``oldCount`` annotations.
  @inlinable
  public func apply<Annotation>(
    to annotations: inout [Annotation],
    inserting insert: (_ newPosition: Int) -> Annotation,
    changing change: (_ annotation: inout Annotation, _ newPosition: Int) -> Void
  ) -> (removed: [Annotation], inserted: [Annotation]) {
    // Inlinable, as not knowing the caller's type takes eight times as long.
    precondition(
      annotations.count == oldCount,
      "expected one annotation for each of the \(oldCount) old items, found \(annotations.count)")
    let removed = removals.map { annotations[$0] }
    annotations = (0..<newCount).map { position in
      oldPosition(ofNew: position).map { annotations[$0] } ?? insert(position)
    }
    for changed in changes {
      change(&annotations[changed.newPosition], changed.newPosition)
    }
    return (removed, insertions.map { annotations[$0] })
  }
}
