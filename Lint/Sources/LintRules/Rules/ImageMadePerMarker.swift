import SwiftSyntax

extension Rule {
  static let imageMadePerMarker = Rule("image-made-per-marker") { file, project in
    let delegates = file.functions("mapView", label: "viewFor")
    let places =
      project.declarations(in: file, where: project.isAnnotationView) + delegates.map { Syntax($0) }
    return places.flatMap { file.all(FunctionCallExprSyntax.self, in: $0) }.filter { call in
      guard !call.isKept else { return false }
      return call.makesImage
        || project.callees(of: call).contains { callee in
          !(project.enclosingType(of: callee.node).map(project.isAnnotationView) ?? false)
            && callee.file.all(FunctionCallExprSyntax.self, in: callee.node).contains {
              $0.makesImage && !$0.isKept
            }
        }
    }.map { Match($0, "makes an image for each marker with \($0.calledExpression.code)") }
      + (delegates
      + file.all(FunctionDeclSyntax.self).filter { $0.name.text == "prepareForDisplay" })
      .flatMap { delegate in
        file.all(FunctionCallExprSyntax.self, in: delegate).filter { call in
          ["UIButton", "UIImageView", "UILabel", "UIStackView", "UIHostingController"].contains(
            call.calledName ?? "")
            && !call.isFallback(for: file.dequeuedNames(in: delegate), in: delegate)
        }.prefix(1).map {
          Match($0, "makes a view for each marker, also for one that is used again")
        }
      }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var makesImage: Bool {
    switch calledName {
    case "UIImage", "NSImage":
      arguments.contains { ["data", "contentsOfFile", "contentsOf"].contains($0.label?.text) }
    case "withTintColor", "UIGraphicsImageRenderer", "UIGraphicsBeginImageContextWithOptions",
      "UIGraphicsBeginImageContext",
      "ImageRenderer", "CGImageSourceCreateThumbnailAtIndex":
      true
    default: false
    }
  }

  /// Indicates whether the image is made once: in a stored property, or in code that names a cache.
  fileprivate var isKept: Bool {
    for parent in ancestors {
      if let function = parent.as(FunctionDeclSyntax.self) {
        return function.names.contains { $0.lowercased().contains("cache") }
      }
      if let variable = parent.as(VariableDeclSyntax.self),
        variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
        !variable.bindings.contains(where: \.isComputed)
      {
        return variable.modifiers.contains { ["static", "lazy"].contains($0.name.text) }
      }
    }
    return false
  }
}
