import Foundation
import Harness
import ScenarioModel
import Testing

@Suite struct ShardTests {
  @Test(arguments: [("1/1", 1, 1), ("2/4", 2, 4), ("4/4", 4, 4), ("07/12", 7, 12)])
  func readsWhichOfHowMany(_ text: String, _ index: Int, _ count: Int) throws {
    let shard = try Shard(text)
    #expect(shard.index == index && shard.count == count)
    #expect(shard == (try Shard(index: index, of: count)))
    #expect(shard.description == "\(index)/\(count)")
  }

  @Test(arguments: [
    "", "x", "2", "/", "2/", "/4", "2/4/4", "+2/4", "-1/4", " 2/4", "2/4 ", "2 / 4", "2/x", "２/4",
    "1/99999999999999999999",
  ]) func refusesWhatIsNoPart(_ text: String) {
    let error = #expect(throws: ShardError.self) { try Shard(text) }
    #expect(
      error?.description == "expected a part and the number of parts, as in 2/4, found '\(text)'")
  }

  @Test(arguments: [(0, 4), (5, 4), (0, 0), (1, 0)])
  func refusesAPartThatIsNotThere(_ index: Int, _ count: Int) {
    let error = #expect(throws: ShardError.self) { try Shard("\(index)/\(count)") }
    #expect(error?.description.hasSuffix("found \(index)/\(count)") == true)
    // Nor does one come out of a journal.
    let json = Data("{\"index\":\(index),\"count\":\(count)}".utf8)
    #expect(throws: ShardError.self) { try JSONDecoder().decode(Shard.self, from: json) }
  }

  @Test func readsBackFromJSON() throws {
    let shard = try Shard(index: 2, of: 4)
    let json = try JSONEncoder().encode(shard)
    #expect(try JSONDecoder().decode(Shard.self, from: json) == shard)
  }
}
