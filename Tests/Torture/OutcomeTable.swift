/// The results of the rounds, an attack a row.
struct OutcomeTable {
  private struct Row {
    var rounds = 0
    var hits = 0
    var losses = 0
    var warnings = 0
  }

  private var rows: [Attack: Row] = [:]

  var isWithoutLoss: Bool { rows.values.allSatisfy { $0.losses == 0 } }

  mutating func add(_ attack: Attack, hits: Int, loss: Loss?, isTolerated: Bool) {
    var row = rows[attack] ?? Row()
    row.rounds += 1
    row.hits += hits
    if loss != nil {
      if isTolerated { row.warnings += 1 } else { row.losses += 1 }
    }
    rows[attack] = row
  }

  /// A hit is a signal, a full disk or a broken stream that met the program while it ran.
  var text: String {
    var lines = [Self.line("attack", "rounds", "hits", "outcome")]
    for attack in Attack.allCases {
      guard let row = rows[attack] else { continue }
      let outcome =
        row.losses > 0
        ? "\(row.losses) LOST" : row.warnings > 0 ? "\(row.warnings) warned of" : "nothing lost"
      lines.append(Self.line(attack.rawValue, "\(row.rounds)", "\(row.hits)", outcome))
    }
    return lines.joined(separator: "\n")
  }

  private static func line(
    _ attack: String, _ rounds: String, _ hits: String, _ outcome: String
  ) -> String {
    func left(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return left(attack, 48) + right(rounds, 7) + right(hits, 7) + "  " + outcome
  }
}
