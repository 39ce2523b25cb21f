import Clustering
import Simulation

/// A person's map with routes on a phone.
final class RouteSelectionDriver {
  private let phone: ServicePhone
  private let screen: RouteScreen
  private let selectionDidChange: (SelectedPlace?) -> Void
  private var record: RouteSelectionRecord
  /// The time at which the screen last changed.
  private var lastChange: Int64 = 0
  /// The place whose route it shows since then; it may have changed already.
  private var lastShown: SelectedPlace?
  /// The time at which the current selection began.
  private var selectionStart: Int64 = 0

  init(_ visit: SelectionVisit, on phone: ServicePhone, make: RouteSelectionMake) {
    self.phone = phone
    record = RouteSelectionRecord(visit: visit)
    screen = RouteScreen(main: phone.main, currentLocation: visit.start)
    selectionDidChange = make(screen, phone.service)
    screen.didChange = { [unowned self] in screenDidChange() }
  }

  /// Replays the selections until the screen is closed.
  func perform() -> RouteSelectionRecord {
    for selection in record.visit.selections {
      phone.main.async(after: selection.start) { [unowned self] in select(selection.place) }
      if selection.isDeselected {
        phone.main.async(after: selection.end) { [unowned self] in select(nil) }
      }
    }
    phone.run(until: record.visit.closingTime)
    settle()
    return record
  }

  private func select(_ place: SelectedPlace?) {
    settle()
    screen.selection = place
    selectionStart = phone.now
    phone.note(
      place.map { "selects place \($0.number + 1)" } ?? "taps on the map: no place is selected")
    selectionDidChange(place)
  }

  /// Adds the time since the last change, in which the screen showed one thing.
  private func settle() {
    if let lastShown, lastShown != screen.selection {
      record.wrongTime += phone.now - lastChange
    }
    lastChange = phone.now
  }

  private func screenDidChange() {
    settle()
    if let place = screen.shownPlace, place != lastShown {
      let isRight = place == screen.selection
      phone.note("the map shows the route to place \(place.number + 1)\(isRight ? "" : " (wrong)")")
      if isRight {
        if record.withRoute.insert(place.number).inserted {
          record.timesToRoute.append(phone.now - selectionStart)
        }
        // The figures of a place are looked at once: the screen changes often.
        if !record.withFigures.contains(place.number), screen.shownRoute?.hasFigures ?? false {
          record.withFigures.insert(place.number)
        }
      } else {
        record.wrongArrivals += 1
      }
    } else if screen.shownPlace == nil, lastShown != nil {
      phone.note("the map shows no route")
    }
    lastShown = screen.shownPlace
    if let error = screen.shownError {
      phone.note("the sheet says: \(error)")
      if let place = screen.errorPlace, place == screen.selection {
        record.withError.insert(place.number)
      } else {
        record.wrongErrors += 1
      }
    }
  }
}

extension Route {
  /// Indicates whether a sheet can show a time, a distance, and steps that add up to it.
  fileprivate var hasFigures: Bool {
    let steps = self.steps
    let length = steps.reduce(0) { $0 + $1.distance }
    return expectedTravelTime > 0 && abs(length - distance) < 1
      && steps.allSatisfy { !$0.instructions.isEmpty }
  }
}
