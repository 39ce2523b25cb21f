import ScenarioModel
import Support

/// A component that shows a map.
package enum MapComponent: String, Hashable, Sendable, Codable, CaseIterable {
  case map = "SwiftUI Map"
  case mkMapView = "MKMapView"
}

/// A rule of a decision tree.
package struct DecisionRule: Hashable, Sendable {
  package let id: String
  /// The document that has the rule.
  package let document: String
  package let lines: DocumentLines
  /// The identifier of the rule's statement in the ledger.
  package let statement: String
  /// The rule in the words of this project.
  package let says: String
  /// The finding of this project about the rule.
  package let found: String

  /// The rules of the guide axiom-mapkit.
  package static func standard() throws(InputError) -> [DecisionRule] {
    let text = String(decoding: PackageResources.rules_yaml, as: UTF8.self)
    let root = try YAMLDocument(text: text, file: "rules.yaml").root
    return try root.mapping(keys: ["rules"]).value("rules").elements().map {
      (element) throws(InputError) -> DecisionRule in
      let mapping = try element.mapping(keys: ["id", "statement", "lines", "says", "found"])
      return DecisionRule(
        id: try mapping.value("id").text(), document: "axiom-mapkit",
        lines: try DocumentLines(mapping), statement: try mapping.value("statement").text(),
        says: try mapping.value("says").text(), found: try mapping.value("found").text())
    }
  }
}

/// The component for an app, with each rule that was asked.
///
/// The order is that of the guide's first decision tree: each rule that needs MKMapView is asked,
/// and one that holds decides. Then comes the second tree, by the number of annotations.
package struct ComponentAdvice: Hashable, Sendable {
  /// A rule that was asked.
  package struct Step: Hashable, Sendable {
    package let rule: DecisionRule
    /// The app's fact, in a few words: `iOS 17 and later`.
    package let fact: String
    /// Indicates whether the rule applies to the app.
    package let applies: Bool
    /// The component that the rule asks for if it applies; `nil` for a rule about something else.
    package let component: MapComponent?
  }

  package let facts: AppFacts
  package let component: MapComponent
  /// The rules in the order in which they were asked.
  package let steps: [Step]

  package init(_ facts: AppFacts, rules: [DecisionRule]) {
    self.facts = facts
    let needs: [(id: String, fact: String, applies: Bool)] = [
      ("before-ios17", "iOS \(facts.ios) and later", facts.ios < 17),
      ("tile-overlays", facts.tileOverlays ? "own tiles" : "no own tiles", facts.tileOverlays),
      (
        "delegate-control",
        facts.delegateControl ? "needs the delegate" : "no need for the delegate",
        facts.delegateControl
      ),
      (
        "view-animations", facts.viewAnimations ? "own animations" : "no own animations",
        facts.viewAnimations
      ),
      ("own-renderers", "overlays: \(facts.overlays.rawValue)", facts.overlays == .ownRenderers),
    ]
    let isNative = needs.contains { $0.applies }
    let count = facts.annotations
    let load = "\(count) annotations"
    typealias Question = (id: String, fact: String, applies: Bool, component: MapComponent?)
    let others: [Question] = [
      (
        "standard-features", isNative ? "at least one of the above" : "none of the above",
        !isNative, .map
      ),
      (
        "clustering-in-map", "clusters: \(facts.text(of: .clustering))",
        facts.clustering == true, nil
      ),
      (
        "camera-position", facts.camera ? "code moves the camera" : "code does not move the camera",
        facts.camera, nil
      ),
      ("under-100", load, count < 100, nil), ("from-100", load, (100...1_000).contains(count), nil),
      ("from-1000", load, count >= 1_000, nil), ("very-large", load, count >= 5_000, nil),
    ]
    let questions: [Question] = needs.map { ($0.id, $0.fact, $0.applies, .mkMapView) }
    steps = (questions + others).compactMap { id, fact, applies, component in
      rules.first { $0.id == id }.map {
        Step(rule: $0, fact: fact, applies: applies, component: component)
      }
    }
    component = isNative ? .mkMapView : .map
  }

  /// The rules that decided for the component.
  package var reasons: [Step] { steps.filter { $0.applies && $0.component == component } }
}
