import Foundation
import TestSupport
import Testing

/// The pages in a real browser, without a window.
@Suite(
  .blocking, .exhaustive,
  .enabled(
    if: Browser.path != nil, "no Chromium is installed: apt-get install chromium, on Debian"))
struct PageBrowserTests {
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

  /// The actions of a person on the page of a run, and the page after each of them.
  private static let visitor = """
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const press = (key, element = document.body) => element.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true }));
    const frame = () => document.getElementById("time").textContent;
    const picture = () => document.getElementById("map").toDataURL();
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
    """

  @Test func thePageAnswersKeysAndSliders() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(frames: 60), ScenarioFile(name: "tiny", frames: 60),
    ])
    try project.run("run --quiet").expect(0)
    let found = try Self.visit(
      project.read("Reports/suite/report.html"), as: Self.visitor, in: project)
    #expect(found.first.text?.hasPrefix("frame 1 of 60") == true)
    #expect(found.second.text?.hasPrefix("frame 2 of 60") == true)
    // Loading everything takes the most work.
    #expect(found.worst.text?.contains(/^worst 1 of [2-5]: frame 1 of 60/) == true)
    #expect(found.dividerDraws == true && found.stripsOpen == true && found.dialog == true)
    #expect(found.labels == ["side naive", "side taken"])
    let address = try #require(found.address.text)
    #expect(address.contains("s=small&n=200&a=all-pins&b=") && address.contains("x=0.55"))
    let box = try #require(found.box.text)
    #expect(
      box.contains("Its parts are not known. Only the memory and the deciding modelled times"),
      "\(box)")
    // The tables are made when they are opened.
    #expect(found.tables == [0, 1])
    #expect(found.cell.text?.contains(" of ") == true)
    #expect(found.metric.text?.contains("It is ") == true)
    #expect(found.rows[0] == ["small", "tiny"] && found.rows[2] == ["tiny"])
    #expect(found.rows[1].list.compactMap(\.text).sorted() == ["small", "tiny"])
    #expect(found.hidden == ["scenario-small"])
    #expect(found.card == "tiny")
    #expect(found.nameless == [])
  }

  // MARK: - The page of a comparison

  private static let reviewer = """
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
    """

  @Test func thePageOfAComparisonIsFiltered() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed", "allocates"])])
    for change in ["nothing", "view"] {
      _ = try project.runFaulty(
        ["run", "--quiet", "--out", change], environment: ["CHANGE": change])
    }
    try project.run("compare nothing view --out there --quiet").expect(2)
    let found = try Self.visit(project.read("there/gate.html"), as: Self.reviewer, in: project)
    #expect(found.all.list.count > 1)
    #expect(found.filtered == ["views-created modelled"])
    #expect(found.address == "#q=views-created+WORSE")
    #expect(found.isHidden == true)
    #expect(found.command.text?.contains("mappressure compare nothing view ") == true)
  }

  /// Foreign code that gets into a page does not run, and the page's own script does.
  @Test func onlyThePagesOwnScriptRuns() async throws {
    let project = try TemporaryFolder.small()
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
    #expect(shown.contains("<span id=\"nothing\" role=\"status\">Nothing matches."), "\(shown)")
  }

  // MARK: - A visit

  /// Shows a page to a visitor, and returns what the script of the visit finds; the page must not
  /// have a fault, and not request a file.
  private static func visit(
    _ page: String, as visitor: String, in folder: TemporaryFolder
  ) throws -> JSONValue {
    // The page allows its own script only.
    let open = page.replacing(/script-src '[^']*'/, with: "script-src 'unsafe-inline'")
    try #require(open != page)
    let script = """
      <script>
      (async () => {
        const found = {};
        \(visitor)
        found.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
        found.faults = faults;
        document.body.innerHTML = "<pre id=result></pre>";
        document.getElementById("result").textContent = JSON.stringify(found);
      })();
      </script>
      </body>
      """
    try folder.write(
      open.replacing("<style>", with: watcher, maxReplacements: 1)
        .replacing("</body>", with: script), to: "visited.html")
    let shown = try dom(of: "visited.html", in: folder)
    let result = try #require(
      shown.firstMatch(of: /<pre id="result">(.*?)<\/pre>/.dotMatchesNewlines()),
      "\(shown.suffix(500))")
    let json = result.1.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    let found = try JSONValue(String(json))
    #expect(found.faults == [] && found.requests == [])
    return found
  }

  /// The content of a page after its scripts have run.
  ///
  /// - Parameter address: The page's file in the folder, and where in it.
  private static func dom(of address: String, in folder: TemporaryFolder) throws -> String {
    try RunningTool(
      program: try #require(Browser.path),
      arguments: [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=15000",
        "--user-data-dir=\(folder.file("profile"))", "--dump-dom",
        "file://\(folder.file(""))\(address)",
      ], folder: folder
    ).outcome().output
  }
}

private enum Browser {
  /// The browser's program; `nil` if there is none.
  static let path = ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
  }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
