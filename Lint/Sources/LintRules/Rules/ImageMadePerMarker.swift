import SwiftSyntax

extension Rule {
  static let imageMadePerMarker = Rule(
    "image-made-per-marker",
    title: "An image is decoded or drawn for each marker",
    sureness: .note,
    cost: Cost(
      scenario: "marker-images", naive: "decoded-per-view", improved: "shared-downsampled",
      metric: "decodes",
      effect: "the app decodes {} images"),
    explanation: """
      Markers of one kind have the same image, but the app makes it for each of them, on the main \
      thread, while the map moves.
      """,
    remedy: "For each kind, make one image at the marker's size, keep it, and share it.",
    blindSpots: [
      "The rule does not know the number of markers, so findings are notes.",
      "Images made by another type, or by an extension of UIImage, are not seen.",
      "Code that names a cache counts as keeping its images.",
    ]
  ) { file, project in
    let delegates = file.functions("mapView", label: "viewFor")
    return file.all(FunctionCallExprSyntax.self).filter { call in
      call.makesImage && !call.isKept
        && (call.typeName.map(project.isAnnotationView) ?? false
          || delegates.contains(where: call.isInside))
    }.map { Match($0, "makes an image for each marker with \($0.calledExpression.code)") }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var makesImage: Bool {
    switch calledName {
    case "UIImage", "NSImage":
      arguments.contains { ["data", "contentsOfFile", "contentsOf"].contains($0.label?.text) }
    case "UIGraphicsImageRenderer", "UIGraphicsBeginImageContextWithOptions",
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
