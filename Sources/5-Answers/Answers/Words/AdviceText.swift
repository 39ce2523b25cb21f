import Documents
import ScenarioModel
import Support

/// The answer for one load of pins in a few sentences.
extension Advice {
  /// The answer in one line: `12,480 pins: take grid-clusters.`
  package var headline: String { sentence + "." }

  /// The effects of the naive strategy and of this one on a person; empty if no number decides.
  package var consequences: [String] {
    let parts = [consequence, outcome].compactMap(\.self)
    return parts.isEmpty ? [] : [parts.joined(separator: "; ") + "."]
  }

  /// The code to write in an app, after a sentence; empty if it is not known.
  @DocumentBuilder package var code: Document {
    if let app {
      Paragraph("In your app: \(app.sentence.prose)")
      CodeBlock(app.code)
      if let library = app.library { Paragraph(library.prose) }
    }
  }

  /// The gains, the costs, the reasons against others, and how sure the answer is: a line each.
  ///
  /// - Parameter sensitivity: an analysis of the answer; `nil` if there is none.
  package func lines(_ sensitivity: SensitivityResults?) -> [String] {
    let naive = PlainText.line(results.scenario.naive)
    var lines: [String] = []
    let better = differences(isBetter: true)
    if !better.isEmpty {
      lines.append("Compared with \(naive): \(LimitedList.all(Array(better.prefix(4)))).")
    }
    let worse = differences(isBetter: false)
    if !worse.isEmpty { lines.append("It costs: \(LimitedList.all(Array(worse.prefix(3)))).") }
    // The first line says why nothing is decided, and what the nearest strategy misses.
    if !recommendation.isUndecided, !reason.isEmpty {
      lines.append("Why: \(PlainText.line(reason)).")
    }
    if let missed, recommendation.state.isDrawn { lines.append(missed.capitalizedAtStart + ".") }
    if let sum = sum(sensitivity) {
      lines.append("Where it comes from: \(PlainText.line(sum)).")
    }
    lines += alternatives.map { PlainText.line($0.capitalizedAtStart + ".") }
    lines += refusals
    lines += [trade, justMet, openOwnWork].compactMap(\.self).map {
      PlainText.line($0.capitalizedAtStart + ".")
    }
    return lines + sureness(sensitivity)
  }

  /// Why the other strategies are not taken: a line each.
  package var refusals: [String] {
    refused.map { "Not taken: \(PlainText.line($0))." }
  }

  /// The parts of the number that decides against the naive strategy.
  private func sum(_ sensitivity: SensitivityResults?) -> String? {
    guard let decision, let found = worst(decision.metric, of: results.scenario.naive) else {
      return nil
    }
    return sensitivity?.sum(
      decision.metric, of: found.result,
      on: results.scenario.profile(of: found.result.scenarioCase.variant))
  }

  /// The draws in which the answer holds, and the changes that would change it.
  private func sureness(_ sensitivity: SensitivityResults?) -> [String] {
    guard let drawn = recommendation.drawn, let draws = recommendation.drawsLabel,
      let analysed = sensitivity?.scenarios.first(where: { $0.scenario == results.scenario.name })
    else { return ["How sure: not analysed."] }
    let moved =
      drawn.steps.first?.people.count == 0
      ? "For so many pins, only \(LimitedList.counted(drawn.parameters, "cost")) of operations move"
      : "A draw moves " + LimitedList.counted(drawn.parameters, "parameter")
        + " of the phone, the camera and the app"
    var lines = [
      "How sure: \(PlainText.line(strategy)) reaches all criteria"
        + (recommendation.state == .nearest ? ", or is the nearest if no strategy does," : "")
        + " in \(draws). \(moved) within their known spans."
    ]
    if case .depends(let split) = recommendation.state { lines.append(split.advice) }
    lines += [goodEnough(recommendation), doubt].compactMap(\.self).map {
      $0.capitalizedAtStart + "."
    }
    let own = Answer(recommendedAt: recommendation.size)
    let answer = analysed.answers.first { $0.answer == own }
    // Another strategy's flips say nothing of this one.
    guard let answer, answer.outcome.words.first == strategy else { return lines }
    for flip in answer.flips.prefix(3) {
      let outcome =
        flip.outcome == .noneGoodEnough
        ? "None would be good enough"
        : flip.outcome == .notAvailable
          ? "The answer would not be decided"
          : "The answer would be \(PlainText.line(flip.outcome.words.first ?? ""))"
      lines.append(
        "\(outcome) if \(flip.parameter.rawValue) were "
          + "\(NumberFormat.quantity(flip.value, flip.unit))\(nominal(flip)).")
    }
    return lines
  }

  private func nominal(_ flip: Flip) -> String {
    results.scenario.profiles.first?.parameters.first { $0.name == flip.parameter }
      .map { " (assumed here: \(NumberFormat.quantity($0.value, flip.unit)))" } ?? ""
  }
}

extension AppCode {
  /// The source of the code's library, with its article; `nil` if the code needs none.
  package var library: String? {
    article.map { "`Clustering` is a product of MapPressure's package. Its article: `\($0)`." }
  }
}
