import SwiftSyntax

/// Effects that are a mistake at some events: cells of the matrix of both.
struct Cell: Sendable {
  var events: [Event]
  var effects: Set<Effect>
  /// Indicates whether code that waits, or keeps what it has, is right.
  var mayWait = false
  /// The effects that undo it: where the event has one of them, there is no mistake.
  var undone: Set<Effect> = []
  /// The sureness where the code runs only in a mode of the app; `nil` for no finding.
  var inMode: Sureness?
  /// The mistake at a place, as a clause; `nil` if it is none there.
  var mistake: @Sendable (Site, ReachedCode, Project) -> (message: String, sureness: Sureness?)?

  /// The places in a file.
  func matches(in file: SourceFile, _ project: Project) -> [Match] {
    events.flatMap { event in
      project.code(at: event, in: file).flatMap { code -> [Match] in
        let sites = project.sites(effects, in: code.node).filter { code.alwaysRuns($0.node) }
        guard !sites.isEmpty, event != .fix || !project.asksForOneLocation(code),
          !(mayWait && (code.waits || code.node.namesDelay)),
          !project.has(undone, at: event, from: code)
        else { return [] }
        return sites.compactMap { site in
          guard !(mayWait && site.node.routineHoldsBack) else { return nil }
          let isOfMode = code.isOfMode(site.node)
          guard !isOfMode || inMode != nil else { return nil }
          return mistake(site, code, project).map {
            Match(site.node, $0.message, sureness: isOfMode ? inMode : $0.sureness)
          }
        }
      }
    }
  }
}

extension Rule {
  /// The check of cells; of several mistakes at a node, the first.
  static func check(_ cells: Cell...) -> @Sendable (SourceFile, Project) -> [Match] {
    { file, project in
      var seen: Set<SyntaxIdentifier> = []
      return cells.flatMap { $0.matches(in: file, project) }.filter {
        seen.insert($0.node.id).inserted
      }
    }
  }
}

extension Project {
  /// Returns whether an event has one of these effects, in any code that the same root runs.
  func has(_ effects: Set<Effect>, at event: Event, from code: ReachedCode) -> Bool {
    guard !effects.isEmpty else { return false }
    return (reached[event] ?? [:]).values.joined().contains {
      $0.root.id == code.root.id && !sites(effects, in: $0.node).isEmpty
    }
  }

  /// Returns whether the location manager of a delegate is never started.
  func neverStarts(_ function: FunctionDeclSyntax) -> Bool {
    !mentions(
      "startUpdatingLocation", "requestLocation", "startMonitoringSignificantLocationChanges")
      && enclosingType(of: function)?.properties.contains {
        $0.type?.hasPrefix("CLLocationManager") ?? false
      } ?? false
  }

  /// Returns whether the location manager of a delegate is asked only for single locations.
  func asksForOneLocation(_ code: ReachedCode) -> Bool {
    if mentions("requestLocation"), !mentions("startUpdatingLocation", "liveUpdates") {
      return true
    }
    guard let type = enclosingType(of: code.root) else { return false }
    let names = self.code(of: type).reduce(into: Set<String>()) { $0.formUnion($1.node.names) }
    return names.contains("requestLocation") && !names.contains("startUpdatingLocation")
  }
}

extension SyntaxProtocol {
  /// Indicates whether the code around it keeps answers or limits its requests.
  var routineHoldsBack: Bool { routine?.node.holdsBack ?? false }

  var holdsBack: Bool {
    namesDelay
      || names.contains { name in
        let name = name.lowercased()
        return ["cache", "limit", "queue", "semaphore"].contains(where: name.contains)
      }
  }
}
