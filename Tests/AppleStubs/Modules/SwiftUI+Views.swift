// Views with a text field, and colors.

extension ViewBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
}

public struct TupleView<T>: PrimitiveView {}

public struct VStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct TextField: PrimitiveView {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
}

public struct Color: Sendable {
  public static let blue = Color()
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { fatalError() }
}
