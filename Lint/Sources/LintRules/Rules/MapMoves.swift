import SwiftSyntax

extension Rule {
  static let mapMovedAtFix = Rule(
    "map-moved-at-fix",
    check: check(
      Cell(
        events: [.fix], effects: [.movesMap, .movesCamera, .publishesRegion],
        undone: [.stopsLocation]
      ) {
        site, code, project in
        (
          "moves the map at each location fix, in \(code.place)",
          site.effect == .publishesRegion ? .note : nil
        )
      },
      Cell(events: [.appearance], effects: [.movesMap, .movesCamera]) { site, code, project in
        ("moves the map each time the screen appears, in \(code.place)", .note)
      }))

  static let mapMovedByDelegate = Rule(
    "map-moved-by-delegate",
    check: check(
      Cell(events: [.regionChange, .frame, .rendererFor, .viewFor], effects: [.movesMap]) {
        site, code, project in
        ("moves the map in \(code.place)", nil)
      },
      Cell(events: [.loop], effects: [.movesMap]) { _, code, _ in
        ("moves the map in \(code.place)", .note)
      }))
}
