import Harness
import ScenarioModel
import Support

/// The scenario files of a base's commit, next to those of a head's plan.
///
/// A comparison replays the head's scenarios: what the base's files ask for besides would not be
/// missed.
package struct BaseScenarios: Sendable {
  /// The base's scenarios that were selected; `nil` where what its files ask for is not known.
  package private(set) var descriptions: [ScenarioDescription]?
  /// Cases, environments and data files of the base that the head has changed.
  package private(set) var relaxations: [Relaxation] = []

  /// Reads the files of a commit, whatever the working folder holds now.
  ///
  /// - Parameters:
  ///   - commit: the base's full name.
  ///   - checkout: the folder with the commit's files.
  ///   - plan: the head's.
  ///   - names: the scenarios that were selected by name; none: the default suite.
  ///   - folder: the working folder, which the paths of scenarios count from.
  package init(
    commit: String, checkout: String, plan: Plan, names: [String], folder: String,
    families: FamilyRegistry
  ) async {
    do {
      let repository = try await Repository(around: folder)
      let files = CommitFiles(of: commit, in: checkout, repository: repository)
      let scenarios = read(
        files, in: repository, plan: plan, names: names, folder: folder, families: families)
      // If a file was not read, the head's scenarios may be in it.
      if !scenarios.isEmpty || relaxations.isEmpty {
        descriptions = scenarios.map { ScenarioDescription($0, selection: plan.selection) }
      }
      let removed = scenarios.flatMap { Self.cases(of: $0, in: plan) }
        .filter { !plan.cases.contains($0) }
      if !removed.isEmpty { relaxations.append(.removedCases(removed)) }
      for scenario in scenarios {
        guard let head = plan.scenarios.first(where: { $0.name == scenario.name }) else { continue }
        guard head.environmentText == scenario.environmentText else {
          relaxations.append(.environment(scenario: scenario.name))
          continue
        }
        // The same text names the same files, each from its own folder.
        for (file, base) in zip(head.workload.inputFiles, scenario.workload.inputFiles) {
          let change = await Self.change(
            of: Self.whole(file, in: folder), from: base, in: repository, files)
          relaxations += [change].compactMap(\.self)
        }
      }
    } catch {
      relaxations.append(.unreadableBase(reason: "\(error)"))
    }
    relaxations = relaxations.uniqued()
  }

  /// Returns the base's scenarios that were selected, and adds the files that cannot be read to the
  /// relaxations.
  private mutating func read(
    _ files: CommitFiles, in repository: Repository, plan: Plan, names: [String], folder: String,
    families: FamilyRegistry
  ) -> [Scenario] {
    let chosen = chosen(of: plan, in: repository, from: folder)
    var suite: [String] = []
    var accepted: [AcceptedChange] = []
    // They matter if a scenario of the head is in none of the files that can be read.
    var unread: [Relaxation] = []
    do {
      suite = try Self.suite(in: files, from: repository.prefix)
      accepted = try Self.acceptedChanges(in: files, of: suite)
    } catch {
      unread.append(.unreadableBase(reason: "\(error)"))
    }
    var scenarios: [Scenario] = []
    var read: Set<String> = []
    for place in (chosen + suite).uniqued() {
      do {
        guard let file = try files.path(at: place) else {
          // A file of the head that the base does not have is new.
          guard suite.contains(place) else { continue }
          throw CommitFilesError.missing(place)
        }
        guard read.insert(file).inserted else { continue }
        let scenario = try Scenario(
          yaml: TextFile.read(file), file: repository.path + "/" + place, families: families
        ).accepting(accepted)
        let isSelected =
          names.isEmpty || chosen.contains(place)
          || plan.scenarios.contains { $0.name == scenario.name }
        // The file that was chosen comes before one of the suite with the same name.
        if isSelected, !scenarios.contains(where: { $0.name == scenario.name }) {
          scenarios.append(scenario)
        }
      } catch {
        let relaxation = Relaxation.unreadableBase(reason: "\(error)")
        if names.isEmpty || chosen.contains(place) {
          relaxations.append(relaxation)
        } else {
          unread.append(relaxation)
        }
      }
    }
    let known = Set(scenarios.map(\.name))
    if names.isEmpty || !plan.scenarios.allSatisfy({ known.contains($0.name) }) {
      relaxations += unread
    }
    if read.isEmpty, relaxations.isEmpty,
      // A scenario inside the program is no file.
      plan.scenarios.contains(where: { RealPath.find(Self.whole($0.file, in: folder)) != nil })
    {
      relaxations.append(.noBaseScenarios)
    }
    return scenarios
  }

  /// Returns the paths of the plan's scenario files from the top of the repository: as they are
  /// named, and with the links of the working folder. Adds those outside to the relaxations.
  private mutating func chosen(
    of plan: Plan, in repository: Repository, from folder: String
  ) -> [String] {
    var paths: [String] = []
    for scenario in plan.scenarios {
      let file = Self.whole(scenario.file, in: folder)
      let places = [file, RealPath.find(file) ?? file].compactMap { repository.place(of: $0) }
      if places.isEmpty {
        relaxations.append(.unreadableBase(reason: "\(CommitFilesError.outside(scenario.file))"))
      }
      paths += places
    }
    return paths.uniqued()
  }

  private static func whole(_ file: String, in folder: String) -> String {
    file.hasPrefix("/") ? file : folder + "/" + file
  }

  /// Returns the scenario files that a call finds in a folder: in its folder `Scenarios`, or
  /// otherwise further up.
  private static func suite(
    in files: CommitFiles, from prefix: String
  ) throws(CommitFilesError) -> [String] {
    var folder = prefix
    while true {
      let start = folder + "Scenarios"
      let names = try files.names(in: start)
        .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        .filter { $0 != AcceptedChange.fileName }
      guard names.isEmpty, !folder.isEmpty else { return names.map { start + "/" + $0 } }
      // From `a/b/` to `a/`.
      folder = folder.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    }
  }

  /// Returns the changes that the folder of the suite accepts.
  private static func acceptedChanges(
    in files: CommitFiles, of suite: [String]
  ) throws -> [AcceptedChange] {
    let folder = suite.first?.split(separator: "/").dropLast().joined(separator: "/") ?? ""
    let place = folder + "/" + AcceptedChange.fileName
    guard let file = try files.path(at: place) else { return [] }
    return try AcceptedChange.changes(yaml: TextFile.read(file), file: place)
  }

  /// Returns the relaxation by a data file with other contents than the base's, or by one whose
  /// contents in the base are not known.
  private static func change(
    of file: String, from base: String, in repository: Repository, _ files: CommitFiles
  ) async -> Relaxation? {
    let name = repository.place(of: file) ?? file
    do {
      guard let place = repository.place(of: base) else { throw CommitFilesError.outside(base) }
      guard let own = try files.path(at: place) else { throw CommitFilesError.missing(place) }
      return try await files.isSame(own, as: file) ? nil : .data(file: name)
    } catch {
      return .unknownData(file: name, reason: "\(error)")
    }
  }

  /// The selected cases of a base's scenario.
  private static func cases(of scenario: Scenario, in plan: Plan) -> [Case] {
    var selection = plan.selection
    if let strategies = selection.strategies {
      // Where it has none of them, no selected case was removed.
      let known = strategies.filter { scenario.strategies.contains($0) }
      guard !known.isEmpty else { return [] }
      selection.strategies = known
    }
    return (try? Plan(scenarios: [scenario], selection: selection).cases) ?? []
  }
}
