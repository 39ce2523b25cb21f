import Families
import Testing

/// A cache with a limit of its values' costs.
@Suite struct CostLimitedCacheTests {
  @Test func whatWasUsedLongestAgoIsGivenUp() {
    let cache = CostLimitedCache<Int, String>(limit: 3)
    for key in 1...3 { cache.insert("\(key)", cost: 1, for: key) }
    #expect(cache.value(1) == "1")
    cache.insert("4", cost: 1, for: 4)
    #expect((1...4).map(cache.value) == ["1", nil, "3", "4"])
    #expect(cache.totalCost == 3)
    // A value beyond the limit is not kept.
    cache.insert("5", cost: 4, for: 5)
    #expect(cache.value(5) == nil && cache.value(1) == "1")
    // A replaced value costs once.
    cache.insert("a", cost: 2, for: 1)
    #expect(cache.totalCost == 3 && cache.count == 2 && cache.value(1) == "a")
  }

  @Test func withoutALimitEverythingStays() {
    let cache = CostLimitedCache<Int, Int>(limit: nil)
    for key in 0..<1_000 { cache.insert(key, cost: 1_000, for: key) }
    #expect(cache.count == 1_000 && cache.totalCost == 1_000_000)
  }

  /// The account of costs ends at nothing when the cache is gone.
  @Test func theAccountFollowsTheCache() {
    final class Account { var cost = 0 }
    let account = Account()
    var cache: CostLimitedCache<Int, Int>? = CostLimitedCache(limit: 10) { account.cost += $0 }
    for key in 0..<7 { cache?.insert(key, cost: 4, for: key) }
    #expect(account.cost == 8)
    cache = nil
    #expect(account.cost == 0)
  }
}
