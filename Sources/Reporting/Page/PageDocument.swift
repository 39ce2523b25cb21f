import ScenarioModel

/// A page that needs nothing else: no server, no other file.
struct PageDocument {
  /// The color of the headline.
  enum Status: String {
    case pass, open, fail

    init(_ code: ToolExitCode) {
      self =
        switch code {
        case .pass: .pass
        case .inconclusive, .interrupted: .open
        default: .fail
        }
    }
  }

  /// The subject, as HTML.
  let heading: String
  let status: Status
  /// The verdict in one line.
  let headline: String
  /// The machine and the command.
  let circumstances: String
  /// The identifiers and the titles of the sections.
  let sections: [(id: String, title: String)]
  /// The sections as HTML.
  let main: String
  let footer: String
  /// Documents of JSON by their identifiers, safe for an element of HTML.
  var data: [(id: String, json: String)] = []
  /// The scripts, which follow each other in one scope.
  let scripts: [[UInt8]]

  /// A field that filters rows, outside of the sections, which are hidden where nothing in them fits.
  static func filter(_ label: String) -> String {
    """
    <p class="filter"><label>\(label) <input id="filter" type="search"></label> \
    <span id="nothing" role="status" hidden>Nothing fits.</span></p>

    """
  }

  var text: String {
    let links = sections.map { "<a href=\"#\($0.id)\">\(HTMLText.escaped($0.title))</a>" }
    let documents = data.map {
      "<script type=\"application/json\" id=\"\($0.id)\">\($0.json)</script>\n"
    }
    let script = "\n\"use strict\";\n(() => {\n\(scripts.map(Self.asset).joined())})();\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src \(ScriptHash.source(of: script)); img-src data:; \
      base-uri 'none'; form-action 'none'">
      <title>MapPressure: \(heading)</title>
      <style>
      \(Self.asset(PackageResources.page_css))\(ChartDrawing.style)</style>
      </head>
      <body>
      <header>
      <h1>\(heading)</h1>
      <p class="verdict \(status.rawValue)">\(HTMLText.escaped(headline))</p>
      <p class="muted">\(HTMLText.escaped(circumstances))</p>
      <nav aria-label="Sections">\(links.joined(separator: " "))</nav>
      </header>
      <main>
      \(main)</main>
      <footer>
      <p class="muted">\(HTMLText.escaped(footer))</p>
      </footer>
      <dialog id="number" aria-labelledby="number-title"></dialog>
      <p id="said" role="status"></p>
      \(documents.joined())<script>\(script)</script>
      </body>
      </html>

      """
  }

  private static func asset(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
