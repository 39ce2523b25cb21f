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

  private static let nested = [
    "/a/b/cpu.max": "max 100000\n", "/a/cpu.max": "100000 100000\n",
    "/a/b/memory.max": "4294967296\n", "/a/memory.max": "max\n",
  ]
  private static let topmost = ["/cgroup.controllers": "cpu memory\n"]

  @Test(arguments: [
    // The quota of the second generation.
    ("processor-quota", "0::/", ["/cpu.max": "max 100000\n"], "no limit"),
    ("processor-quota", "0::/", ["/cpu.max": "150000 100000\n"], "1.50 processors"),
    ("processor-quota", "0::/", ["/cpu.max": "50000 100000\n"], "0.50 processors"),
    ("processor-quota", "0::/", ["/cpu.max": "400000 100000\n"], "4.00 processors"),
    // The tightest limit of a group and its ancestors.
    ("processor-quota", "0::/a/b", nested, "1.00 processors"),
    ("memory-limit", "0::/a/b", nested, "4096 MiB"),
    // The first generation writes no limit as the largest number that it has.
    (
      "memory-limit", "4:memory:/a",
      ["/memory/a/memory.limit_in_bytes": "9223372036854771712\n"], "no limit"
    ),
    // The topmost group has no limits and no files.
    ("processor-quota", "0::/", topmost, "no limit"), ("memory-limit", "0::/", topmost, "no limit"),
  ]) func aLimitIsReadFromItsFiles(
    name: String, group: String, files: [String: String], value: String
  ) {
    #expect(found(name, group: group + "\n", files)?.value == value)
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

  @Test func aContainerThatSeesItsHostsPathReadsTheTopmostFolder() {
    let fact = found(
      "memory-limit", group: "0::/system.slice/docker-abc.scope\n",
      ["/memory.max": "536870912\n"])
    #expect(fact?.value == "512 MiB" && fact?.effect == .disturbing)
    #expect(fact?.advice?.contains("--memory-limit") == true)
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
