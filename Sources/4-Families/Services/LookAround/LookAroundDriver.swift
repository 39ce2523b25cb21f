import Clustering
import Simulation

/// A person's list of places on a phone; the person opens some of them.
final class LookAroundDriver {
  private let visit: LookAroundVisit
  private let phone: ServicePhone
  private let list: PlaceList
  private let callbacks: LookAroundCallbacks
  /// The address of each row's coordinate.
  private let addresses: [Coordinate: Coordinate]
  private var record = LookAroundRecord()
  private var current: OpenPlace?

  init(_ visit: LookAroundVisit, on phone: ServicePhone, make: LookAroundMake) {
    self.visit = visit
    self.phone = phone
    addresses = Dictionary(
      zip(visit.coordinates, visit.addresses), uniquingKeysWith: { first, _ in first })
    list = PlaceList(main: phone.main)
    callbacks = make(list, phone.service)
    list.offerDidChange = { [unowned self] in
      if current?.row == $0 { seeOffer() }
    }
    list.didShow = { [unowned self] in didShow($0) }
  }

  /// Replays the visit until the list is closed.
  func perform() -> LookAroundRecord {
    for event in visit.events {
      phone.main.async(after: event.time) { [unowned self] in handle(event) }
    }
    phone.run(until: visit.closingTime)
    return record
  }

  private func handle(_ event: LookAroundVisit.Event) {
    let row = event.row
    switch event.change {
    case .appears: callbacks.rows.rowDidAppear(row, visit.coordinates[row])
    case .disappears: callbacks.rows.rowDidDisappear(row)
    case .opens(let look): open(row, look)
    case .closes: close(row)
    }
  }

  private func open(_ row: Int, _ look: LookAroundVisit.Look) {
    record.opened += 1
    let hasImagery = phone.service.coverage.includes(visit.coordinates[row])
    current = OpenPlace(
      number: record.opened, row: row, look: look, hasImagery: hasImagery, start: phone.now,
      span: phone.main.simulation.beginSpan(.background, "place \(row + 1)"))
    if look.isMeant, hasImagery { record.openedWithImagery += 1 }
    phone.note(
      "the person opens row \(row + 1)\(look.isMeant ? "" : " by mistake")"
        + (hasImagery ? "" : ", which has no imagery"))
    list.openRow = row
    callbacks.placeDidOpen(row, visit.coordinates[row])
    seeOffer()
  }

  private func close(_ row: Int) {
    if let current {
      phone.main.simulation.endSpan(current.span)
      if current.isTapped, !current.isShown {
        record.deadEnds += 1
        phone.note("the tap has shown nothing")
      }
      if current.look.isMeant, current.hasImagery, !current.isOffered { record.offersMissed += 1 }
      if current.look.isMeant, current.look.wantsToLookAround, current.hasImagery {
        record.wishes += 1
        if current.isShown, !current.isWrong { record.wishesMet += 1 }
      }
    }
    phone.note("row \(row + 1) closes")
    current = nil
    list.openRow = nil
    callbacks.placeDidClose(row)
  }

  /// The person sees the offer of the open place, if it has one.
  private func seeOffer() {
    guard let place = current, let offer = list.offers[place.row] else { return }
    if let scene = offer.scene, !isRight(scene, for: place.row) {
      if !place.isWrong {
        phone.note("the sheet of row \(place.row + 1) shows the scene of another place")
        seeWrongScene()
      }
    } else if place.hasImagery {
      seeImagery(place)
    } else if !place.isEmptyOffer {
      current?.isEmptyOffer = true
      record.emptyOffers += 1
    }
    guard place.look.wantsToLookAround, !place.willTap else { return }
    current?.willTap = true
    let number = place.number
    phone.main.async(after: visit.tapDelay) { [unowned self] in tap(number) }
  }

  private func seeImagery(_ place: OpenPlace) {
    guard !place.isOffered else { return }
    current?.isOffered = true
    phone.note("row \(place.row + 1) offers to look around")
    guard place.look.isMeant else { return }
    record.offered += 1
    record.timesToOffer.append(phone.now - place.start)
  }

  private func tap(_ number: Int) {
    guard let place = current, place.number == number else { return }
    guard list.offers[place.row] != nil else {
      current?.willTap = false
      return
    }
    current?.isTapped = true
    record.taps += 1
    phone.main.simulation.noteInstant(.main, "tap")
    phone.note("the person taps the offer of row \(place.row + 1)")
    callbacks.offerWasTapped(place.row, visit.coordinates[place.row])
  }

  private func didShow(_ scene: LookAroundScene) {
    guard let place = current else { return }
    current?.isShown = true
    let isRight = isRight(scene, for: place.row)
    phone.note("the scene \(isRight ? "" : "of another place ")fills the screen")
    if !isRight, !place.isWrong { seeWrongScene() }
  }

  private func seeWrongScene() {
    current?.isWrong = true
    record.wrongScenes += 1
  }

  /// Returns whether a scene is of a row's place; other rows may be visits to the same one.
  private func isRight(_ scene: LookAroundScene, for row: Int) -> Bool {
    addresses[scene.coordinate] == visit.addresses[row]
  }
}

/// A place whose sheet is open.
private struct OpenPlace {
  let number: Int
  let row: Int
  let look: LookAroundVisit.Look
  let hasImagery: Bool
  let start: Int64
  let span: Int?
  var isOffered = false
  var isEmptyOffer = false
  var isWrong = false
  /// Indicates whether the person has decided to tap the offer.
  var willTap = false
  var isTapped = false
  var isShown = false
}
