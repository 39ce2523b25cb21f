import Platform
import ScenarioModel
import Simulation
import Support

/// Plays the app on a person's phone with a strategy, in the first days.
final class LocationDriver {
  private let simulation = Simulation()
  private let main: MainThread
  private let service: LocationService
  private let attention: AttentionClock
  private let person: LocationPerson
  private let prompting: MapPrompting
  private let patience: Int64
  private let strategy: StrategyEntry<LocationMake>
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?

  private var record = LocationRecord()
  private var app: LocationApp?
  private var callbacks: LocationCallbacks?
  private var hasExplained = false
  private var visit: LocationPerson.Visit?
  /// The events so far in the current look at the map.
  private var look = MapLook()
  private var hasContinued = false
  private var visitHasEnded = false

  /// The pause between two visits, which are hours apart in life: nothing depends on it, and a
  /// recording of it is shorter.
  private static let pause: Int64 = 5_000_000_000

  /// - Parameter transcript: where an inspection records what happens, together with a timeline.
  init(
    _ number: Int, _ prompting: MapPrompting, in scene: LocationScene,
    _ strategy: StrategyEntry<LocationMake>, transcript: TranscriptWriter? = nil
  ) {
    let profile = scene.platform
    self.prompting = prompting
    self.strategy = strategy
    self.transcript = transcript
    person = scene.person(number)
    patience = Int64(profile[.locatePatience].rounded())
    if transcript != nil { simulation.timeline = Timeline() }
    main = profile.mainThread(in: simulation)
    attention = AttentionClock(main: main)
    // The times of one person's phone do not depend on the others.
    var seeds = SplitMix64(seed: scene.platformSeed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    service = LocationService(
      main: main, profile: profile, settings: person.settings, systemVersion: person.systemVersion,
      hasPurposeString: scene.settings.app.hasPurposeString, seed: seeds.next())
    service.alertDidAppear = { [unowned self] _ in alertDidAppear() }
    service.alertDidDisappear = { [unowned self] in attention.resume() }
    service.requestDidArrive = { [unowned self] requester, mayAsk in
      note("\(requester.rawValue) asks for the location" + (mayAsk ? "" : ": nothing appears"))
    }
  }

  /// Cancels all scheduled work, which would keep the phone in a reference cycle.
  deinit { main.cancelAll() }

  var timeline: Timeline? { simulation.timeline }

  /// Replays all visits.
  func perform() -> LocationRecord {
    for (number, visit) in person.visits.enumerated() {
      begin(visit, number: number + 1)
      while !visitHasEnded, simulation.runNext() {}
      end(visit)
      simulation.run(until: simulation.now + Self.pause)
    }
    record.prompts = service.counts.alerts
    record.ignoredRequests = service.counts.ignoredRequests
    return record
  }

  // MARK: - A visit

  private func begin(_ visit: LocationPerson.Visit, number: Int) {
    self.visit = visit
    visitHasEnded = false
    hasContinued = false
    look = MapLook()
    note("visit \(number): the app is launched, the location is \(service.status.rawValue)")
    let app = LocationApp(service: service, prompting: prompting, hasExplained: hasExplained)
    app.map.dotDidChange = { [unowned self] in dotDidChange($0) }
    app.messageDidAppear = { [unowned self] in messageDidAppear($0) }
    app.didCenter = { [unowned self] framing, dot in
      guard dot == .circle else { return }
      record.circlesCentred += 1
      if framing == .street { record.circlesMisread += 1 }
    }
    self.app = app
    let callbacks = strategy.make(app)
    self.callbacks = callbacks
    service.enterForeground()
    main.async { callbacks.appDidLaunch() }
    attention.after(visit.mapDelay) { [unowned self] in
      if visit.opensMap { openMap(visit) } else { visitHasEnded = true }
    }
  }

  private func end(_ visit: LocationPerson.Visit) {
    attention.reset()
    callbacks = nil
    if let app { hasExplained = app.hasExplained }
    app = nil
    service.endUse()
    guard visit.revokes, service.status.isAuthorized else { return }
    note("the person revokes the authorization in Settings")
    service.change { $0.choice = .never }
  }

  private func openMap(_ visit: LocationPerson.Visit) {
    record.mapViews += 1
    look = MapLook(
      isOpen: true, start: simulation.now, span: simulation.beginSpan(.background, "map"),
      isDeniedBefore: service.status == .denied || service.status == .restricted)
    note("the map opens")
    callbacks?.mapWillAppear()
    app?.map.appear()
    if let delay = visit.pressDelay {
      attention.after(delay) { [unowned self] in press() }
    }
    attention.after(visit.look) { [unowned self] in closeMap() }
  }

  private func closeMap() {
    look.isOpen = false
    judgePress()
    let isSilent = !look.hasDot && !look.isSaid
    if look.hasDot { record.mapViewsWithDot += 1 }
    if isSilent { record.silentMapViews += 1 }
    if look.isDeniedBefore { record.deniedMapViews += 1 }
    if look.isDeniedBefore, isSilent { record.silentDeniedViews += 1 }
    if look.hasDot, record.hasRefused { record.hasRecovered = true }
    note("the map closes" + (look.hasDot ? "" : isSilent ? ", no dot and no message" : ", no dot"))
    simulation.endSpan(look.span)
    app?.map.disappear()
    app?.mapDidDisappear()
    callbacks?.mapDidDisappear()
    visitHasEnded = true
  }

  // MARK: - The button

  private func press() {
    record.presses += 1
    look.press = Press(time: simulation.now, isAnswered: app?.message != nil)
    simulation.noteInstant(.main, "locate button")
    note("the person presses the locate button")
    if app?.map.dot != nil { dotAnswersPress() }
    callbacks?.locateButtonPressed()
    followLinkIfSeen()
    attention.after(patience) { [unowned self] in judgePress() }
  }

  /// Counts a press after which nothing has happened, once.
  private func judgePress() {
    guard let press = look.press, !press.isJudged else { return }
    look.press?.isJudged = true
    guard !press.isAnswered else { return }
    record.deadEnds += 1
    note("nothing has happened since the press")
    // Settings has no entry for an app that has never asked.
    let isListed = service.settings.choice == .never || !service.settings.servicesEnabled
    if person.findsSettings, isListed, look.isOpen { goToSettings() }
  }

  private func dotAnswersPress() {
    guard let press = look.press, !press.hasDot else { return }
    look.press?.hasDot = true
    look.press?.isAnswered = true
    record.timesFromPress.append(simulation.now - press.time)
  }

  // MARK: - What appears

  private var context: LocationPerson.Context {
    if hasContinued { return .explained }
    if look.press != nil { return .press }
    return look.isOpen ? .map : .launch
  }

  private func alertDidAppear() {
    let context = context
    if context.isMissing { record.promptsWithoutContext += 1 }
    look.isSaid = true
    look.press?.isAnswered = true
    attention.pause()
    let answer = person.answer(in: context)
    note("the alert appears\(context.isMissing ? ", without context" : "")")
    simulation.schedule(after: visit?.alertAnswer ?? 0) { [unowned self] in
      note("the person chooses \(answer.button.rawValue)")
      if answer.button == .dontAllow { record.hasRefused = true }
      service.answer(answer)
    }
  }

  private func messageDidAppear(_ message: LocationApp.Message) {
    look.isSaid = true
    look.press?.isAnswered = true
    note("the screen shows \(message.rawValue)")
    switch message {
    case .explanation:
      record.explanations += 1
      let span = simulation.beginSpan(.background, "explanation")
      attention.pause()
      main.async(after: visit?.explanationReading ?? 0) { [unowned self] in
        simulation.endSpan(span)
        attention.resume()
        hasContinued = person.acceptsExplanation
        note(hasContinued ? "the person continues" : "the person chooses not now")
        app?.dismissMessage()
        callbacks?.explanationDidEnd(hasContinued)
      }
    case .settingsLink: followLinkIfSeen()
    case .unavailable: break
    }
  }

  private func dotDidChange(_ dot: UserLocationMap.Dot?) {
    app?.dotDidChange(dot)
    guard let dot, look.isOpen else { return }
    note(dot == .exact ? "the blue dot appears" : "a circle of some kilometres appears")
    simulation.noteInstant(.main, "dot")
    if !look.hasDot {
      look.hasDot = true
      record.timesToDot.append(simulation.now - look.start)
    }
    dotAnswersPress()
  }

  // MARK: - Settings

  /// A person who wants the position and sees the link may follow it.
  private func followLinkIfSeen() {
    guard app?.message == .settingsLink, look.press != nil, person.followsLink,
      !look.isOnWayToSettings
    else { return }
    look.isOnWayToSettings = true
    attention.after(visit?.alertAnswer ?? 0) { [unowned self] in
      if look.isOpen { goToSettings() }
    }
  }

  private func goToSettings() {
    record.settingsTrips += 1
    note("the person goes to Settings")
    let span = simulation.beginSpan(.background, "Settings")
    attention.pause()
    service.enterBackground()
    simulation.schedule(after: visit?.settingsTrip ?? 0) { [unowned self] in
      let accuracy = person.accuracy
      service.change {
        $0.servicesEnabled = true
        guard $0.choice == .never else { return }
        $0.choice = .whileUsing
        $0.accuracy = accuracy
      }
      simulation.endSpan(span)
      note("the person returns, the location is \(service.status.rawValue)")
      service.enterForeground()
      attention.resume()
    }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

/// The look at the map that is under way.
private struct MapLook {
  var isOpen = false
  var start: Int64 = 0
  var span: Int?
  /// Indicates whether the app was without authorization when the map opened, by a refusal.
  var isDeniedBefore = false
  var hasDot = false
  /// Indicates whether an alert or a message has said something about the location.
  var isSaid = false
  var isOnWayToSettings = false
  var press: Press?
}

/// The press of the locate button.
private struct Press {
  let time: Int64
  /// Indicates whether something has happened: a dot, an alert, an explanation, a way to Settings.
  var isAnswered: Bool
  var hasDot = false
  var isJudged = false
}
