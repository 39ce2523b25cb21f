import Harness

/// The instructions of a profile by function of the source, where it is inlined too.
///
/// Code without a source is a function of its own: the language, the system, the compiler's thunks.
package struct SourceCosts: Sendable {
  private struct Function {
    /// The instructions including its callees', and the function's own.
    var amount = ProfileAmount()
    /// The number of calls of it, where it is not inlined.
    var entries = 0.0
    var isInlined = false
    /// The costs by place in the source; empty where it has none.
    var places: [String: LineCost] = [:]
    /// The calls by the label of the called function.
    var calls: [String: (count: Double, instructions: Double)] = [:]
  }

  /// The functions by their labels.
  private var functions: [String: Function] = [:]

  package init(_ profile: CallgrindProfile) {
    let labels = profile.functions.map { SourceFrame.label(of: $0.symbol) }
    let program = profile.program
    for (function, symbol) in zip(profile.functions, labels) {
      // In a fixed order, because sums of fractions depend on it.
      for (address, cost) in function.instructions.sorted(by: { $0.key < $1.key }) {
        let stack = function.object == program ? profile.frames[address] ?? [] : []
        let sources = stack.filter(\.isOwn)
        let label = sources.first?.label ?? symbol
        let calls = function.calls[address] ?? []
        self[label].amount.count += cost
        if let place = sources.first?.place {
          self[label].places[place, default: LineCost()].own += cost
          self[label].places[place, default: LineCost()].total += calls.reduce(cost) {
            $0 + $1.cost
          }
        }
        for inlined in stack.dropLast() where inlined.isOwn { self[inlined.label].isInlined = true }
        // Callgrind counts the calls before the counted part too, but no instructions.
        let executions = Double(cost) / max(Double(calls.reduce(0) { $0 + $1.count }), 1)
        for call in calls where labels[call.function] != label {
          let callee = labels[call.function]
          self[label].calls[callee, default: (0, 0)].count += executions * Double(call.count)
          self[label].calls[callee, default: (0, 0)].instructions += Double(call.cost)
          self[callee].entries += executions * Double(call.count)
        }
        // Within another call of the function, these are counted with that call.
        for label in Set(sources.map(\.label) + [symbol]) where !function.isRecursion {
          let outer = calls.filter { labels[$0.function] != label }
          self[label].amount.total += outer.reduce(cost) { $0 + $1.cost }
        }
      }
    }
  }

  private subscript(label: String) -> Function {
    get { functions[label, default: Function()] }
    _modify { yield &functions[label, default: Function()] }
  }
}

/// The functions that grew, those first in which the growth begins.
///
/// All that is above a slower function on the stack grows with it. Growth begins in a function that
/// executes more instructions itself, calls others more often, or is new: not in one whose calls
/// take longer, nor in one that is called more often. What has no source is charged to its callers.
extension SourceCosts {
  /// Returns the functions that grew from a base; empty where none did.
  package func rows(grownFrom base: SourceCosts) -> [RegressionCause.Row] {
    let beginnings = beginnings(since: base)
    return functions.filter { !$0.value.places.isEmpty }.map { label, function in
      RegressionCause.Row(
        function: label, place: nil, base: base[label].amount, head: function.amount)
    }.filter { $0.growth.total > 0 }.descending {
      (max(beginnings[$0.function] ?? 0, 0), Double($0.growth.total))
    }.map { row in
      let place = LineCost.grown(self[row.function].places, since: base[row.function].places)
      return RegressionCause.Row(
        function: row.function, place: place, base: row.base, head: row.head)
    }
  }

  /// The instructions that begin in each function, with those that are charged to it.
  private func beginnings(since base: SourceCosts) -> [String: Double] {
    var callers: [String: [(label: String, growth: Double)]] = [:]
    // The calls of a function that came, over all callers, for each that a caller makes more: fewer
    // than one where another caller makes fewer, as the optimizer puts one function into another.
    var gained: [String: Double] = [:]
    for (label, function) in functions.sorted(by: { $0.key < $1.key }) {
      for (callee, calls) in function.calls {
        let before = base[label].calls[callee] ?? (0, 0)
        let growth = calls.instructions - before.instructions
        if growth > 0 { callers[callee, default: []].append((label, growth)) }
        gained[callee, default: 0] += max(0, calls.count - before.count)
      }
    }
    let shares = Dictionary(
      uniqueKeysWithValues: gained.map { callee, count in
        let more = max(0, self[callee].entries - base[callee].entries)
        return (callee, count > 0 ? min(1, more / count) : 1)
      })
    var found: [String: Double] = [:]
    var charged = functions.map { ($0.key, beginning(in: $0.key, since: base, shares: shares)) }
    // The calls between two functions with a source are not deeper.
    for _ in 0..<32 {
      var next: [String: Double] = [:]
      for (label, amount) in charged.sorted(by: { $0.0 < $1.0 }) {
        if !self[label].places.isEmpty {
          found[label, default: 0] += amount
        } else if amount > 0, let callers = callers[label] {
          let sum = callers.reduce(0) { $0 + $1.growth }
          for caller in callers { next[caller.label, default: 0] += amount * caller.growth / sum }
        }
      }
      charged = next.map { ($0.key, $0.value) }
    }
    return found
  }

  /// The growth of a function with as many calls of it as in the head, each call of another function
  /// with the base's instructions.
  ///
  /// - Parameter shares: the share of the calls of a function which did not come from another caller.
  private func beginning(
    in label: String, since base: SourceCosts, shares: [String: Double]
  ) -> Double {
    let (old, new) = (base[label], self[label])
    let isCounted = old.entries > 0 && new.entries > 0 && !old.isInlined && !new.isInlined
    let factor = isCounted ? new.entries / old.entries : 1
    var sum = Double(new.amount.count) - factor * Double(old.amount.count)
    for callee in Set(old.calls.keys).union(new.calls.keys).sorted() {
      let both = [base[callee], self[callee]]
      // A function with a source that only one of the programs calls, or inlines, counts by itself.
      guard
        both.allSatisfy(\.places.isEmpty) || both.allSatisfy({ $0.entries > 0 && !$0.isInlined })
      else { continue }
      let (before, after) = (old.calls[callee] ?? (0, 0), new.calls[callee] ?? (0, 0))
      let known = before.count > 0 ? before : after
      let more = after.count - factor * before.count
      sum +=
        more * (more > 0 ? shares[callee] ?? 1 : 1) * known.instructions / max(known.count, 1)
    }
    return sum
  }
}

/// The instructions of a line of a function.
private struct LineCost {
  /// Those of the line itself.
  var own = 0
  /// Those of the line with the functions that it calls.
  var total = 0

  /// Returns the place that grew most; `nil` where no line is known.
  ///
  /// A line has another number in the head where lines were added before it. So the lines of both
  /// are compared in their order, and a line that executes as many instructions is the same line;
  /// its callees may have grown. Between two such lines, the most expensive other line of the head
  /// is compared with the base's most expensive one, and so on.
  static func grown(_ head: [String: LineCost], since base: [String: LineCost]) -> String? {
    let (old, new) = (inOrder(base), inOrder(head))
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old, by: { $0.cost.own == $1.cost.own }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var growth: [(place: String, instructions: Int)] = []
    var (oldPlace, newPlace) = (0, 0)
    while newPlace < new.count || oldPlace < old.count {
      var (before, after) = ([Int](), [(place: String, cost: LineCost)]())
      while removed.contains(oldPlace) {
        before.append(old[oldPlace].cost.total)
        oldPlace += 1
      }
      while inserted.contains(newPlace) {
        after.append(new[newPlace])
        newPlace += 1
      }
      before.sort(by: >)
      after.sort { $0.cost.total > $1.cost.total }
      for (index, line) in after.enumerated() {
        growth.append((line.place, line.cost.total - (index < before.count ? before[index] : 0)))
      }
      guard newPlace < new.count, oldPlace < old.count else { continue }
      let line = new[newPlace]
      growth.append((line.place, line.cost.total - old[oldPlace].cost.total))
      (oldPlace, newPlace) = (oldPlace + 1, newPlace + 1)
    }
    // Of lines that grew by as much, the first.
    return growth.enumerated().max {
      ($0.element.instructions, $1.offset) < ($1.element.instructions, $0.offset)
    }?.element.place
  }

  /// The known lines by file and number.
  private static func inOrder(_ places: [String: LineCost]) -> [(place: String, cost: LineCost)] {
    let lines = places.compactMap { place, cost -> (file: Substring, line: Int, cost: LineCost)? in
      guard let colon = place.lastIndex(of: ":"),
        let line = Int(place[place.index(after: colon)...]), line > 0
      else { return nil }
      return (place[..<colon], line, cost)
    }
    return lines.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
      .map { ("\($0.file):\($0.line)", $0.cost) }
  }
}
