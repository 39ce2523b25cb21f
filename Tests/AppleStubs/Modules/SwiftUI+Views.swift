// Views with a text field, and colors.

extension ViewBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
}

public struct TupleView<T>: View {
  public var body: Never { fatalError() }
}

public struct VStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct TextField: View {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {}
  public var body: Never { fatalError() }
}

public struct Color: Sendable {
  public static let blue = Color()
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { fatalError() }
}
