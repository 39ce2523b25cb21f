import PinData
import Support

// The page that shows the pins in a browser.
extension PinService {
  /// The same page for every store, apart from its name: its script asks for the pins.
  func page() -> ServiceResponse {
    let page = MapPage.standard
    let name = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return ServiceResponse(
      contentType: "text/html; charset=utf-8",
      headers: [
        ("Content-Security-Policy", page.policy), ("Referrer-Policy", "no-referrer"),
        ("X-Content-Type-Options", "nosniff"),
      ],
      body: .bytes(Array(page.html.replacing("{{name}}", with: name).utf8)))
  }
}

/// A page with a map of the pins, which needs nothing of another host.
private struct MapPage: Sendable {
  let html: String
  /// The content that a browser may load and run: the page's own script and style, known by hash.
  let policy: String

  static let standard = MapPage()

  private init() {
    let script = String(decoding: PackageResources.pins_js, as: UTF8.self)
    let style = String(decoding: PackageResources.pins_css, as: UTF8.self)
    let page = String(decoding: PackageResources.pins_html, as: UTF8.self)
    let parts = [("{{style}}", style), ("{{land}}", Land.json), ("{{script}}", script)]
    html = parts.reduce(page) { $0.replacing($1.0, with: $1.1) }
    policy =
      "default-src 'none'; script-src \(SHA256Digest.source(of: script)); "
      + "style-src \(SHA256Digest.source(of: style)); connect-src 'self'; img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  }
}
