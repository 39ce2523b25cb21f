import ScenarioModel
import Support

/// A list of points that an app passes before a release, with the metrics of a run that check them.
package struct Checklist: Hashable, Sendable {
  /// The name: `axiom-mapkit`.
  package let name: String
  /// The title for people.
  package let title: String
  /// The points, in the order of the document.
  package let points: [Point]

  /// A point of the list.
  package struct Point: Hashable, Sendable {
    /// A short name that is unique in the list.
    package let id: String
    /// The document that has the point.
    package let document: String
    /// The lines of the document that have the point.
    package let lines: DocumentLines
    /// The point in the words of this project; it is not a quotation.
    package let says: String
    /// The checks of a run; empty if none can show the point.
    package let checks: [Check]
    /// Indicates whether the coordinates of the run's pins are checked.
    let checksCoordinates: Bool
    /// The part of the point that no check here shows; `nil` if the checks show all of it.
    package let rest: String?
    /// The way to check the point, or its rest, on a device.
    package let onDevice: String

    /// Indicates whether a run can show the point or a part of it.
    package var canBeChecked: Bool { !checks.isEmpty || checksCoordinates }
  }

  /// Bounds that the strategies of a family must keep.
  package struct Check: Hashable, Sendable {
    /// The family whose scenarios are looked at.
    package let family: String
    /// The scenarios of the family that are looked at; `nil` for all.
    package let scenarios: [String]?
    /// Smaller sizes are not looked at.
    package let minSize: Int
    /// The bounds; each must hold.
    package let bounds: [ChecklistBound]
  }

  /// The pre-release checklist of the guide axiom-mapkit, part 9, for the families of a program.
  ///
  /// - Throws: an error if a family or a metric that the list names does not exist.
  package static func standard(_ families: FamilyRegistry) throws(InputError) -> Checklist {
    try Checklist(
      text: String(decoding: PackageResources.axiom_mapkit_yaml, as: UTF8.self),
      file: "axiom-mapkit.yaml", families: families)
  }

  /// Reads a checklist.
  ///
  /// - Parameter file: the path for errors.
  package init(text: String, file: String, families: FamilyRegistry) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let mapping = try root.mapping(keys: ["checklist", "title", "document", "points"])
    name = try mapping.value("checklist").text()
    title = try mapping.value("title").text()
    let document = try mapping.value("document").text()
    var points: [Point] = []
    for element in try mapping.value("points").oneOrMore() {
      let point = try Point(element, document: document, families: families)
      guard !points.contains(where: { $0.id == point.id }) else {
        throw element.error(expected: "points with different ids, not '\(point.id)' twice")
      }
      points.append(point)
    }
    self.points = points
  }
}

extension Checklist.Point {
  fileprivate init(
    _ yaml: YAMLValue, document: String, families: FamilyRegistry
  ) throws(InputError) {
    let mapping = try yaml.mapping(keys: [
      "id", "line", "lines", "says", "checks", "coordinates", "rest", "on-device",
    ])
    id = try mapping.value("id").text()
    self.document = document
    lines = try DocumentLines(mapping)
    says = try mapping.value("says").text()
    checks = try (mapping["checks"]?.oneOrMore() ?? []).map { (check) throws(InputError) in
      try Checklist.Check(check, families: families)
    }
    let coordinates = mapping["coordinates"]
    if let coordinates, try coordinates.text() != "true" {
      throw coordinates.error(expected: "true")
    }
    checksCoordinates = coordinates != nil
    rest = try mapping["rest"]?.text()
    onDevice = try mapping.value("on-device").text()
  }
}

extension Checklist.Check {
  fileprivate init(_ yaml: YAMLValue, families: FamilyRegistry) throws(InputError) {
    let mapping = try yaml.mapping(keys: ["family", "scenarios", "min-size", "bounds"])
    let family = try families.family(named: mapping.value("family"))
    self.family = family.name
    scenarios = try mapping["scenarios"]?.oneOrMore().map { (name) throws(InputError) in
      try name.text()
    }
    minSize = try mapping["min-size"]?.integer(in: 1 ... .max) ?? 1
    bounds = try mapping.value("bounds").oneOrMore().map { (bound) throws(InputError) in
      try ChecklistBound(bound, of: family.description)
    }
  }
}

/// A bound on a metric of one strategy: `line-coverage >= 0.99`,
/// `views-created <= 2 x max-live-views`, or `criterion marker-overlap` for the bound by which the
/// family recommends strategies.
package struct ChecklistBound: Hashable, Sendable {
  /// The value that the metric is compared with.
  package enum Reference: Hashable, Sendable {
    /// A value in the metric's own unit.
    case value(Double)
    /// A multiple of another metric of the same case.
    case multiple(Double, of: String)
    /// The goal by which the family recommends strategies.
    case criterion(Criterion)
  }

  /// The expression in the checklist's file.
  package let expression: String
  /// The name of the bounded metric.
  package let metric: String
  /// The comparison with the bound.
  package let comparison: Threshold.Comparison
  /// The value that the metric is compared with.
  package let reference: Reference

  init(_ yaml: YAMLValue, of family: FamilyDescription) throws(InputError) {
    let metrics = family.allMetrics
    expression = try yaml.text()
    if expression.hasPrefix("criterion ") {
      let name = String(expression.dropFirst("criterion ".count))
      guard let criterion = family.criteria.first(where: { $0.metric.name == name }) else {
        throw yaml.unknownName(
          name, what: "criterion of \(family.name)", known: family.criteria.map(\.metric.name))
      }
      metric = name
      comparison = criterion.metric.polarity == .lowerIsBetter ? .atMost : .atLeast
      reference = .criterion(criterion)
      return
    }
    let name = String(expression.prefix { $0 != " " && !"<>=".contains($0) })
    let rest = expression.dropFirst(name.count).drop { $0 == " " }
    guard
      let comparison = Threshold.Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else {
      throw yaml.error(expected: "a metric, one of <= >= < > ==, and a value or 'NUMBER x METRIC'")
    }
    let metric = try metrics.metric(name, in: yaml)
    self.metric = name
    self.comparison = comparison
    let right = rest.dropFirst(comparison.rawValue.count).drop { $0 == " " }
    let words = right.split(separator: " ")
    if words.count == 3, words[1] == "x", let factor = Double(words[0]), factor > 0 {
      guard metrics.contains(where: { $0.name == words[2] && $0.unit == metric.unit }) else {
        throw yaml.unknownName(
          String(words[2]), what: "metric of the same unit",
          known: metrics.filter { $0.unit == metric.unit }.map(\.name))
      }
      reference = .multiple(factor, of: String(words[2]))
    } else if let value = Quantity.parse(right, as: metric.unit) {
      reference = .value(value)
    } else {
      throw yaml.error(
        expected: "\(Quantity.expectation(for: metric.unit)) for \(metric.name), or "
          + "'NUMBER x METRIC'")
    }
  }
}
