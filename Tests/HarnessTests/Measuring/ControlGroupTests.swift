import Harness
import ScenarioModel
import Testing

/// Limits of control groups, of both generations of the kernel's interface.
@Suite struct ControlGroupTests {
  private static let root = "/sys/fs/cgroup"

  private func found(_ name: String, group: String, _ files: [String: String]) -> MachineFact? {
    var all = ["/proc/self/cgroup": group]
    for (path, text) in files { all[Self.root + path] = text }
    return ConditionFixture(files: all).fact(name)
  }

  @Test(arguments: [
    ("max 100000\n", "no limit"), ("150000 100000\n", "1.50 processors"),
    ("50000 100000\n", "0.50 processors"), ("400000 100000\n", "4.00 processors"),
  ]) func readsTheQuotaOfTheSecondGeneration(_ text: String, _ value: String) {
    let fact = found("processor-quota", group: "0::/\n", ["/cpu.max": text])
    #expect(fact?.value == value)
  }

  @Test(arguments: [("-1", "no limit"), ("150000", "1.50 processors")])
  func readsTheQuotaOfTheFirstGeneration(_ quota: String, _ value: String) {
    for tree in ["cpu", "cpu,cpuacct"] {
      let fact = found(
        "processor-quota", group: "5:cpu,cpuacct:/docker/abc\n0::/\n",
        [
          "/\(tree)/docker/abc/cpu.cfs_quota_us": quota + "\n",
          "/\(tree)/docker/abc/cpu.cfs_period_us": "100000\n",
        ])
      #expect(fact?.value == value, "\(tree)")
    }
  }

  @Test func theTightestOfAGroupAndItsAncestorsCounts() {
    let files = [
      "/a/b/cpu.max": "max 100000\n", "/a/cpu.max": "100000 100000\n",
      "/a/b/memory.max": "4294967296\n", "/a/memory.max": "max\n",
    ]
    #expect(found("processor-quota", group: "0::/a/b\n", files)?.value == "1.00 processors")
    #expect(found("memory-limit", group: "0::/a/b\n", files)?.value == "4096 MiB")
  }

  @Test func aContainerThatSeesItsHostsPathReadsTheTopmostFolder() {
    let fact = found(
      "memory-limit", group: "0::/system.slice/docker-abc.scope\n",
      ["/memory.max": "536870912\n"])
    #expect(fact?.value == "512 MiB" && fact?.effect == .disturbing)
    #expect(fact?.advice?.contains("--memory-limit") == true)
  }

  @Test func theFirstGenerationWritesNoLimitAsTheMostThatItCounts() {
    let fact = found(
      "memory-limit", group: "4:memory:/a\n",
      ["/memory/a/memory.limit_in_bytes": "9223372036854771712\n"])
    #expect(fact?.value == "no limit")
  }

  @Test func theTopmostGroupHasNoLimitsAndNoFiles() {
    let files = ["/cgroup.controllers": "cpu memory\n"]
    #expect(found("processor-quota", group: "0::/\n", files)?.value == "no limit")
    #expect(found("memory-limit", group: "0::/\n", files)?.value == "no limit")
  }

  @Test func whatCannotBeSeenIsNotAvailableAndSaysWhere() throws {
    let unseen = try #require(found("processor-quota", group: "0::/\n", [:]))
    #expect(unseen.reason == "there is no /sys/fs/cgroup with a controller of cpu")
    let none = try #require(ConditionFixture().fact("memory-limit"))
    #expect(none.reason == "there is no /proc/self/cgroup")
    let odd = try #require(found("memory-limit", group: "what is this\n", [:]))
    #expect(odd.reason?.contains("'what is this'") == true)
  }

  @Test(arguments: ["", "150000\n", "a b\n", "0 100000\n", "100000 0\n"])
  func aQuotaThatIsNoneIsNotAvailable(_ text: String) throws {
    let fact = try #require(found("processor-quota", group: "0::/\n", ["/cpu.max": text]))
    #expect(fact.reason?.hasPrefix("/sys/fs/cgroup/cpu.max holds '") == true)
  }
}
