import MapGeometry

extension CellForest {
  func items(in rect: MapRect, zoom: Double, into items: inout [ClusterItem]) {
    _ = CellQuery.run(
      in: rect, zoom: zoom, of: self, isFiltered: false, where: { _ in true }, into: &items)
  }

  func items(
    in rect: MapRect, zoom: Double, where isIncluded: (Int) -> Bool,
    into items: inout [ClusterItem]
  ) {
    _ = CellQuery.run(
      in: rect, zoom: zoom, of: self, isFiltered: true, where: isIncluded, into: &items)
  }

  /// How many cells a query looks at.
  func cellsVisited(in rect: MapRect, zoom: Double) -> Int {
    var items: [ClusterItem] = []
    return CellQuery.run(
      in: rect, zoom: zoom, of: self, isFiltered: false, where: { _ in true }, into: &items)
  }

  func item(of id: AnnotationID) -> ClusterItem? {
    if let pin = id.pinIndex {
      return places.place(of: pin).map { ClusterItem(id: id, point: $0, count: 1) }
    }
    guard let members = CellMembers(id, in: self), members.count >= minimumCount else {
      return nil
    }
    return members.sum.item(id: id)
  }

  func forEachPin(of id: AnnotationID, _ body: (Int) -> Void) {
    if let pin = id.pinIndex {
      if places.place(of: pin) != nil { body(pin) }
      return
    }
    guard let members = CellMembers(id, in: self), members.count >= minimumCount else { return }
    members.forEachPin(body)
  }
}
