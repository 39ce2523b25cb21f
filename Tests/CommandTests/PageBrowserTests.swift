import Foundation
import TestSupport
import Testing

/// The page of a run in a real browser, without a window.
@Suite(.blocking) struct PageBrowserTests {
  /// The browser's program; `nil` if there is none.
  static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
  }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Notes faults, from before the page's own scripts on.
  private static let watcher = """
    <script>
    const faults = [];
    addEventListener("error", (event) => faults.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
    console.error = (...words) => faults.push(words.join(" "));
    </script>
    <style>
    """

  /// What a person does with the page, and what the page then shows.
  private static let visitor = """
    <script>
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const press = (key, element = document.body) => element.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true }));
    const frame = () => document.getElementById("time").textContent;
    const picture = () => document.getElementById("map").toDataURL();
    (async () => {
      const found = {};
      for (let i = 0; i < 100 && !frame(); i++) await wait(50);
      document.getElementById("hero-map").scrollIntoView();
      press("0");
      found.first = frame();
      const before = picture();
      press("ArrowRight");
      press("ArrowRight");
      press("ArrowLeft");
      found.second = frame();
      press("w");
      found.worst = frame();
      const divider = document.getElementById("divider");
      const still = picture();
      press("ArrowRight", divider);
      found.dividerDraws = picture() !== still && divider.ariaValueNow === "55";
      found.labels = ["a", "b"].map((side) => document.getElementById("label-" + side).className);
      const strip = document.getElementById("strip");
      document.getElementById("replay").open = true;
      await wait(500);
      found.stripsOpen = strip.getBoundingClientRect().height > 100
        && strip.toDataURL().length > 5000;
      found.address = location.hash;
      const number = document.querySelector("[data-number]");
      number.click();
      found.dialog = document.getElementById("number").open;
      found.box = document.getElementById("number").textContent;
      document.getElementById("number").close();
      const details = document.querySelector("details.scenario");
      const tables = () => details.querySelectorAll("table.strategies").length;
      found.tables = [tables()];
      details.open = true;
      await wait(300);
      found.tables.push(tables());
      details.querySelector(".strategies tbody button").click();
      found.cell = document.getElementById("number-title").textContent;
      document.getElementById("number").close();
      details.querySelector("button.about").click();
      found.metric = document.getElementById("number").textContent;
      document.getElementById("number").close();
      const filter = document.getElementById("filter");
      const rows = () => [...document.querySelectorAll(".index tbody tr")]
        .filter((row) => !row.hidden).map((row) => row.dataset.name);
      found.rows = [rows()];
      document.querySelector(".index .sort").click();
      document.querySelector(".index .sort").click();
      found.rows.push(rows());
      filter.value = "TINY";
      filter.dispatchEvent(new Event("input"));
      found.rows.push(rows());
      found.hidden = [...document.querySelectorAll("details.scenario")]
        .filter((part) => part.hidden).map((part) => part.id);
      location.hash = "#s=tiny&n=200";
      await wait(500);
      found.card = document.querySelector(".hero").dataset.card;
      found.nameless = [...document.querySelectorAll(
        "button, select, input, [role=slider]")].filter((element) =>
        !(element.textContent.trim() || element.getAttribute("aria-label") || element.labels?.length)
      ).map((element) => element.id);
      found.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
      found.faults = faults;
      document.body.innerHTML = "<pre id=result></pre>";
      document.getElementById("result").textContent = JSON.stringify(found);
    })();
    </script>
    </body>
    """

  private struct Found: Decodable {
    let first: String
    let second: String
    let worst: String
    let dividerDraws: Bool
    let labels: [String]
    let stripsOpen: Bool
    let address: String
    let dialog: Bool
    let box: String
    let tables: [Int]
    let cell: String
    let metric: String
    let rows: [[String]]
    let hidden: [String]
    let card: String
    let nameless: [String]
    let requests: [String]
    let faults: [String]
  }

  @Test(
    .exhaustive,
    .enabled(if: browser != nil, "no Chromium is installed: apt-get install chromium, on Debian"))
  func thePageAnswersKeysAndSliders() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(frames: 60), ScenarioFile(name: "tiny", frames: 60),
    ])
    #expect(try project.run("run --quiet").code == 0)
    let page = try project.read("Reports/suite/report.html")
    let found: Found = try Self.visit(page, as: Self.visitor, in: project)
    #expect(found.faults.isEmpty)
    #expect(found.requests.isEmpty)
    #expect(found.first.hasPrefix("frame 1 of 60"))
    #expect(found.second.hasPrefix("frame 2 of 60"))
    // Loading everything takes the most work.
    #expect(found.worst.contains(/^worst 1 of [2-5]: frame 1 of 60/))
    #expect(found.dividerDraws)
    #expect(found.labels == ["side naive", "side taken"])
    #expect(found.stripsOpen)
    #expect(found.address.contains("s=small&n=200&a=all-pins&b="))
    #expect(found.address.contains("x=0.55"))
    #expect(found.dialog)
    #expect(found.box.contains("Its parts are not known: only modelled times"), "\(found.box)")
    // The tables are made when somebody opens them.
    #expect(found.tables == [0, 1])
    #expect(found.cell.contains(" of ") && found.metric.contains("It is "))
    #expect(found.rows[0] == ["small", "tiny"] && found.rows[2] == ["tiny"])
    #expect(found.rows[1].sorted() == found.rows[0])
    #expect(found.hidden == ["scenario-small"])
    #expect(found.card == "tiny")
    #expect(found.nameless.isEmpty)
  }

  // MARK: - The page of a comparison

  private static let reviewer = """
    <script>
    (() => {
      const found = {};
      const rows = () => [...document.querySelectorAll("#changes tr[data-strategy]")]
        .filter((row) => !row.hidden).map((row) => row.cells[2].textContent);
      found.all = rows();
      const filter = document.getElementById("filter");
      const type = (text) => {
        filter.value = text;
        filter.dispatchEvent(new Event("input"));
      };
      type("views-created WORSE");
      found.filtered = rows();
      found.address = location.hash;
      type("nothing has this");
      found.isHidden = document.getElementById("changes").hidden && !filter.closest("[hidden]");
      found.command = document.querySelector("button.copy").dataset.text;
      found.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
      found.faults = faults;
      document.body.innerHTML = "<pre id=result></pre>";
      document.getElementById("result").textContent = JSON.stringify(found);
    })();
    </script>
    </body>
    """

  private struct Reviewed: Decodable {
    let all: [String]
    let filtered: [String]
    let address: String
    let isHidden: Bool
    let command: String
    let requests: [String]
    let faults: [String]
  }

  @Test(
    .exhaustive,
    .enabled(if: browser != nil, "no Chromium is installed: apt-get install chromium, on Debian"))
  func thePageOfAComparisonIsFiltered() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed", "allocates"])])
    for change in ["nothing", "view"] {
      _ = try project.runFaulty(
        ["run", "--quiet", "--out", change], environment: ["CHANGE": change])
    }
    let arguments = ["compare", "nothing", "view", "--out", "there", "--quiet"]
    #expect(try project.run(arguments).code == 2)
    let found: Reviewed = try Self.visit(
      project.read("there/gate.html"), as: Self.reviewer, in: project)
    #expect(found.faults.isEmpty && found.requests.isEmpty)
    #expect(found.all.count > 1)
    #expect(found.filtered == ["views-created modelled"])
    #expect(found.address == "#q=views-created+WORSE")
    #expect(found.isHidden)
    #expect(found.command.contains("mappressure compare nothing view "))
  }

  /// What somebody else puts into a page does not run, and the page's own script does.
  @Test(
    .exhaustive,
    .enabled(if: browser != nil, "no Chromium is installed: apt-get install chromium, on Debian"))
  func onlyThePagesOwnScriptRuns() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()])
    _ = try await project.call("gate --base-binary nowhere")
    let injected = """
      <script>document.title = "injected"</script>
      <img src="x" onerror="document.title = 'injected'">
      </body>
      """
    try project.write(
      project.read("Reports/gate/gate.html").replacing("</body>", with: injected),
      to: "injected.html")
    let shown = try Self.dom(of: "injected.html#q=nothing-has-this", in: project)
    #expect(!shown.contains("<title>injected"))
    #expect(shown.contains("<span id=\"nothing\" role=\"status\">Nothing fits."), "\(shown)")
  }

  // MARK: - A visit

  /// Shows a page to a visitor, whose result replaces the page's content.
  private static func visit<Result: Decodable>(
    _ page: String, as visitor: String, in folder: TemporaryFolder
  ) throws -> Result {
    // The page allows its own script only.
    let open = page.replacing(/script-src '[^']*'/, with: "script-src 'unsafe-inline'")
    try #require(open != page)
    try folder.write(
      open.replacing("<style>", with: watcher, maxReplacements: 1)
        .replacing("</body>", with: visitor), to: "visited.html")
    let shown = try dom(of: "visited.html", in: folder)
    let result = try #require(
      shown.firstMatch(of: /<pre id="result">(.*?)<\/pre>/.dotMatchesNewlines()),
      "\(shown.suffix(500))")
    let json = result.1.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    return try JSONDecoder().decode(Result.self, from: Data(json.utf8))
  }

  /// What a page holds when its scripts have run.
  ///
  /// - Parameter address: The page's file in the folder, and where in it.
  private static func dom(of address: String, in folder: TemporaryFolder) throws -> String {
    try RunningTool(
      program: try #require(browser),
      arguments: [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=15000",
        "--user-data-dir=\(folder.file("profile"))", "--dump-dom",
        "file://\(folder.file(""))\(address)",
      ], folder: folder
    ).outcome().output
  }
}
