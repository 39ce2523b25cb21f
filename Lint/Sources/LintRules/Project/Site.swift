import SwiftSyntax

/// Something that code does to a map, or asks of one of its services: a row of the matrix of events
/// and effects.
enum Effect: Sendable {
  case addsPins, removesPins, addsOverlays, removesOverlays
  /// Moves a map view, or writes the property that a SwiftUI Map is bound to.
  case movesMap, movesCamera
  /// Writes a region that a model publishes.
  case publishesRegion
  /// Asks a service of Apple that refuses requests beyond a limit.
  case asksService
  case makesMap, makesManager
  case addsGesture
  /// Appends to a list that SwiftUI observes.
  case growsList
  case stopsLocation
}

/// A place where code has an effect.
struct Site: Sendable {
  var effect: Effect
  /// The node that an editor marks.
  var node: Syntax
  /// The map's method or property, or the service.
  var name: String
  /// The list or the pin that is added or removed.
  var argument: ExprSyntax?
}

extension Site {
  /// The sites of a file, in the order of the text.
  static func all(in file: SourceFile, of project: Project) -> [Site] {
    let calls = file.all(FunctionCallExprSyntax.self).compactMap { Site($0, project) }
    let assignments = file.assignments(in: file.tree).compactMap { Site($0, project) }
    return (calls + assignments).sorted { $0.node.position < $1.node.position }
  }

  /// The methods of a map.
  private static let methods: [String: Effect] = [
    "addAnnotation": .addsPins, "addAnnotations": .addsPins, "removeAnnotation": .removesPins,
    "removeAnnotations": .removesPins, "removeAllAnnotations": .removesPins,
    "removeOverlay": .removesOverlays, "removeOverlays": .removesOverlays,
    "removeAllOverlays": .removesOverlays, "setRegion": .movesMap, "setVisibleMapRect": .movesMap,
    "setCamera": .movesMap, "setCenter": .movesMap, "showAnnotations": .movesMap,
    "addGestureRecognizer": .addsGesture,
  ]
  /// The initializers and methods that begin a request.
  private static let services: [String: String] = [
    "geocodeAddressString": "the geocoder", "geocodePostalAddress": "the geocoder",
    "reverseGeocodeLocation": "the geocoder", "MKReverseGeocodingRequest": "the geocoder",
    "MKGeocodingRequest": "the geocoder", "MKLocalSearch": "the search",
    "MKDirections": "the directions service", "MKLookAroundSceneRequest": "Look Around",
  ]

  private init?(_ call: FunctionCallExprSyntax, _ project: Project) {
    guard let name = call.calledName else { return nil }
    let argument = call.arguments.first?.expression
    let isOverlay = name == "add" && (call.addsOverlay || project.isOverlay(argument))
    // `addOverlay`, and the `addOverlayOnTop` of an app.
    let added =
      ["addOverlay", "insertOverlay"].contains(where: name.hasPrefix) ? Effect.addsOverlays : nil
    if let effect = Self.methods[name] ?? added ?? (isOverlay ? .addsOverlays : nil) {
      guard project.isMap(call.receiver, at: call) else { return nil }
      self.init(effect: effect, node: Syntax(call), name: name, argument: argument)
    } else if let service = Self.services[name] {
      self.init(effect: .asksService, node: Syntax(call), name: service)
    } else {
      switch name {
      case "append" where project.isObservedList(call.receiver):
        self.init(
          effect: .growsList, node: Syntax(call), name: call.receiver?.lastName ?? name,
          argument: argument)
      case "MKMapView": self.init(effect: .makesMap, node: Syntax(call), name: name)
      case "CLLocationManager": self.init(effect: .makesManager, node: Syntax(call), name: name)
      case "stopUpdatingLocation":
        self.init(effect: .stopsLocation, node: Syntax(call), name: name)
      default: return nil
      }
    }
  }

  private init?(_ assignment: Assignment, _ project: Project) {
    let properties: Set = ["region", "visibleMapRect", "camera", "centerCoordinate"]
    if let member = assignment.target.as(MemberAccessExprSyntax.self), let base = member.base,
      assignment.operator == "=", properties.contains(member.declName.baseName.text),
      project.isMap(base, at: assignment.node),
      project.type(of: base)?.declared?.keyword != "struct"
    {
      self.init(
        effect: .movesMap, node: Syntax(assignment.node), name: member.declName.baseName.text)
      return
    }
    guard !project.cameraNames.isDisjoint(with: assignment.target.names),
      let key = project.camera(movedBy: assignment.target)
    else {
      guard let owner = project.enclosingType(of: assignment.node),
        let property = owner.property(assignment.target.lastName ?? ""),
        property.type == "MKCoordinateRegion", property.attributes.contains("Published")
      else { return nil }
      self.init(effect: .publishesRegion, node: Syntax(assignment.node), name: property.name)
      return
    }
    self.init(effect: .movesCamera, node: Syntax(assignment.node), name: key)
  }
}

extension Project {
  /// The properties that SwiftUI Maps are bound to.
  func boundCameras() -> Set<String> {
    var keys: Set<String> = []
    for file in files {
      for map in file.calls(["Map"]) {
        let bound = ["position", "coordinateRegion", "mapRect"].compactMap { map.argument($0) }
          .first
        if let bound, let key = key(ofBinding: bound) { keys.insert(key) }
      }
    }
    return keys
  }

  private func key(ofBinding binding: ExprSyntax) -> String? {
    guard binding.code.hasPrefix("$") || binding.code.hasPrefix("self.$") else { return nil }
    return key(of: binding)
  }

  /// A property with the type that declares it: `Model.position`.
  private func key(of expression: ExprSyntax) -> String? {
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      let name = String(name.drop { $0 == "$" })
      guard case .property(_, let owner)? = declaration(of: name, at: expression) else {
        return nil
      }
      return owner.name + "." + name
    }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    let name = String(member.declName.baseName.text.drop { $0 == "$" })
    let owner: DeclaredType? =
      base.code == "self"
      ? enclosingType(of: expression)
      : base.as(DeclReferenceExprSyntax.self).flatMap { model in
        let model = String(model.baseName.text.drop { $0 == "$" })
        guard case .property(let property, let owner)? = declaration(of: model, at: expression)
        else { return nil }
        return type(of: property, owner)?.declared
      } ?? type(of: base)?.declared
    // A model whose type is not known: the path as it is written.
    guard let owner else { return base.code.filter { $0 != "$" } + "." + name }
    guard let (_, declaring) = types.property(name, of: owner) else { return nil }
    return declaring.name + "." + name
  }

  /// Returns whether a list is state of a view, or published, and has places.
  fileprivate func isObservedList(_ list: ExprSyntax?) -> Bool {
    guard let name = list?.lastName, let list, let type = type(of: list), type.isList else {
      return false
    }
    let element = String(type.written.drop { $0 == "[" }.prefix { $0 != "]" })
    let isPin =
      element.contains("Annotation") || known(element, at: list).declared.map(isPlace) ?? false
    let owner = list.as(MemberAccessExprSyntax.self).flatMap { self.type(of: $0.base)?.declared }
    let attributes = (owner ?? enclosingType(of: list))?.property(name)?.attributes ?? []
    return isPin && !attributes.isDisjoint(with: ["State", "Published", "Binding"])
  }

  /// Returns whether an argument is an overlay of MapKit that code makes.
  fileprivate func isOverlay(_ argument: ExprSyntax?) -> Bool {
    let made = argument.flatMap { resolved($0).as(FunctionCallExprSyntax.self)?.calledName } ?? ""
    return ["MKCircle", "MKPolyline", "MKGeodesicPolyline", "MKPolygon"].contains(made)
  }

  /// The property of a Map's camera that an assignment changes, itself or a part such as `center`.
  func camera(movedBy target: ExprSyntax) -> String? {
    var rest: ExprSyntax? = target
    while let expression = rest {
      if let key = key(of: expression), cameras.contains(key) { return key }
      rest =
        expression.as(MemberAccessExprSyntax.self)?.base
        ?? expression.as(OptionalChainingExprSyntax.self)?.expression
    }
    return nil
  }
}

extension FunctionCallExprSyntax {
  fileprivate var addsOverlay: Bool {
    let name = (arguments.first?.expression.lastName ?? "").lowercased()
    return name.contains("line") || name.contains("overlay")
  }
}
