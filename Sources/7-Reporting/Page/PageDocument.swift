import Answers
import ScenarioModel
import Support

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

    /// A sign next to the color, for readers who see few colors.
    var sign: String {
      switch self {
      case .pass: "✓"
      case .open: "?"
      case .fail: "✕"
      }
    }
  }

  /// The subject.
  let heading: String
  let status: Status
  /// The verdict in one line.
  let headline: String
  /// The description of MapPressure, as the rest of a sentence that begins with its name.
  let about: String
  /// The origin of the numbers, a sentence each.
  var facts: [String] = []
  /// The reason to doubt the numbers; empty if there is none.
  var warning = ""
  /// The meaning of the signs in the list of contents; empty if there are none.
  var signs = ""
  /// The machine and the command.
  let circumstances: String
  /// A part of the page in the list of contents.
  struct Section {
    let id: String
    let title: String
    /// The answer of a scenario.
    var state: Recommendation.State?
  }

  let sections: [Section]
  /// The sections as HTML.
  let main: String
  let footer: String
  /// Documents of JSON by their identifiers, safe for an element of HTML.
  var data: [(id: String, json: String)] = []
  /// The scripts, which follow each other in one scope.
  let scripts: [[UInt8]]

  var text: String {
    let script = Template.fragments.text(
      of: "script", ["scripts": .html(Self.asset(scripts.flatMap(\.self)))])
    return Template.page.text([
      "policy": .html(SHA256Digest.source(of: script)), "heading": .text(heading),
      "style": .html(
        Self.asset(
          PackageResources.page_css + PackageResources.charts_css + PackageResources.replay_css)),
      "status": .text(status.rawValue), "headline": .text(headline), "about": .text(about),
      "facts": .texts(facts), "warning": .text(warning),
      "signs": .text(signs),
      "circumstances": .text(circumstances),
      "sections": .list(
        sections.map {
          [
            "id": .text($0.id), "title": .text($0.title),
            "mark": .text($0.state?.display.sign ?? ""),
            "state": .text($0.state?.name ?? ""),
          ]
        }),
      "main": .html(main), "footer": .text(footer),
      "data": .list(data.map { ["id": .text($0.id), "json": .html($0.json)] }),
      "script": .html(script),
    ])
  }

  private static func asset(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
