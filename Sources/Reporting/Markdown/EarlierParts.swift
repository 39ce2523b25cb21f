import ScenarioModel
import Verdicts

/// The parts of a scenario's worlds that a report has shown, so that what is the same in several
/// worlds is shown once.
struct EarlierParts {
  private struct Part {
    let title: String
    let text: String
    let world: Configuration
  }

  private var parts: [Part] = []

  /// The first world that a part of this title and text was shown for; where there is none, the
  /// given one is from now on.
  mutating func world(with text: String, titled title: String, in world: Configuration)
    -> Configuration?
  {
    if let part = parts.first(where: { $0.title == title && $0.text == text }) {
      return part.world
    }
    parts.append(Part(title: title, text: text, world: world))
    return nil
  }
}
