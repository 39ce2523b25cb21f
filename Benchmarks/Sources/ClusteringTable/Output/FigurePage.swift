import BenchmarkTables

/// The figures for a page: a short table for each set of pins.
enum FigurePage {
  private static let columns: [MarkdownTable.Column] = [
    .init("measured", .left), .init("ours"), .init("compared with", .left), .init("takes"),
    .init("ratio"), .init("95 % interval"),
  ]

  static func markdown(_ figures: [Figure]) -> String {
    var subjects: [Subject] = []
    for figure in figures where !subjects.contains(figure.subject) {
      subjects.append(figure.subject)
    }
    return subjects.map { subject in
      var table = MarkdownTable(columns: columns)
      table.rows = figures.filter { $0.subject == subject }.map(cells)
      return "### \(subject) pins\n\n" + table.markdown
    }.joined(separator: "\n\n")
  }

  private static func cells(_ figure: Figure) -> [String] {
    let unit = figure.measure.unit
    let interval = figure.ratio?.interval.map {
      "\(NumberText.threeDigits($0.lowerBound)) to \(NumberText.threeDigits($0.upperBound))"
    }
    return [
      figure.measure.title, unit.text(figure.ours.median), figure.referenceName ?? "",
      figure.reference.map { unit.text($0.median) } ?? "",
      figure.ratio.map { NumberText.threeDigits($0.value) } ?? "", interval ?? "",
    ]
  }
}
