/// What a query looked at, for tests that it does not grow with what it does not find.
package struct SearchEffort {
  /// Boxes compared with what was asked for.
  package var boxes = 0
  /// Pins compared one by one.
  package var pins = 0

  package static func + (left: SearchEffort, right: SearchEffort) -> SearchEffort {
    SearchEffort(boxes: left.boxes + right.boxes, pins: left.pins + right.pins)
  }
}
