import Documents

/// A file of HTML or SVG with places for values.
///
/// `{{name}}` stands for a value, `{{#name}}…{{/name}}` for a section: it is repeated for all values of
/// a list, and there once for a text, which is `{{.}}` in it, unless that is empty. The values around
/// a section are there in it, too. What has no value is empty.
struct Template: Sendable {
  private enum Part: Sendable {
    case text(String)
    case value(String)
    case section(String, [Part])
  }

  private let parts: [Part]

  /// - Parameter asset: the bytes of the file, whose sections end in the order in which they begin.
  init(_ asset: [UInt8]) {
    var stack: [(name: String, parts: [Part])] = [("", [])]
    let text = String(decoding: asset, as: UTF8.self)
    for piece in text.split(separator: "{{", omittingEmptySubsequences: false) {
      let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      let tag = halves.count > 1 ? halves[0] : ""
      switch tag.first {
      case nil: break
      case "#": stack.append((String(tag.dropFirst()), []))
      case "/":
        let section = stack.removeLast()
        stack[stack.count - 1].parts.append(.section(section.name, section.parts))
      default: stack[stack.count - 1].parts.append(.value(String(tag)))
      }
      stack[stack.count - 1].parts.append(.text(String(halves[halves.count - 1])))
    }
    parts = stack[0].parts
  }

  /// The file with its values.
  func text(_ values: TemplateValues) -> String {
    var text = ""
    Self.write(parts, [values], to: &text)
    return text
  }

  /// A section of the file with its values.
  func text(of section: String, _ values: TemplateValues) -> String {
    var text = ""
    for case .section(section, let inner) in parts { Self.write(inner, [values], to: &text) }
    return text
  }

  /// - Parameter scopes: the values of the sections around the parts, the innermost first.
  private static func write(_ parts: [Part], _ scopes: [TemplateValues], to text: inout String) {
    func value(_ name: String) -> TemplateValue? { scopes.lazy.compactMap { $0[name] }.first }
    for part in parts {
      switch part {
      case .text(let own): text += own
      case .value(let name): text += value(name)?.content ?? ""
      case .section(let name, let inner):
        for values in value(name)?.repeated ?? [] { write(inner, [values] + scopes, to: &text) }
      }
    }
  }
}

extension Template {
  /// A whole page.
  static let page = Template(PackageResources.page_html)
  /// The sections of the page of a run.
  static let report = Template(PackageResources.report_html)
  /// The replay of a page: the map under a divider, and the strips below it.
  static let replay = Template(PackageResources.replay_html)
  /// The sections of the page of a comparison.
  static let comparison = Template(PackageResources.comparison_html)
  /// The sections that pages share.
  static let fragments = Template(PackageResources.fragments_html)
  /// A document of JUnit.
  static let junit = Template(PackageResources.junit_xml)
  /// A chart.
  static let chart = Template(PackageResources.chart_svg)
}

/// Values for the places of a template, by name.
typealias TemplateValues = [String: TemplateValue]

/// A value for a place of a template.
enum TemplateValue: Sendable {
  /// Text, which is escaped.
  case text(String)
  /// HTML, in which data is escaped already.
  case html(String)
  /// The values of each repetition of a section.
  case list([TemplateValues])

  /// Texts of a section that is repeated for each.
  static func texts(_ texts: some Sequence<String>) -> TemplateValue {
    .list(texts.map { [".": .text($0)] })
  }

  /// A value that shows a section once, or not.
  static func flag(_ isSet: Bool) -> TemplateValue { .list(isSet ? [[:]] : []) }

  fileprivate var content: String {
    switch self {
    case .text(let text): HTMLText.escaped(text)
    case .html(let html): html
    case .list: ""
    }
  }

  fileprivate var repeated: [TemplateValues] {
    switch self {
    case .text(let text), .html(let text): text.isEmpty ? [] : [[".": self]]
    case .list(let values): values
    }
  }
}
