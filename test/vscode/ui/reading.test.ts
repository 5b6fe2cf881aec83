import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, storyLimitMs, textOf, WorkforceWindow } from "./workforce-window.ts";

const query = `SELECT employeeCount(), level(Location, "Location_1"), isManagr FROM Employee
WHERE Service_Time IN periods(date("2025-07-01"), 3, period(1, Month));
`;

/** Without a rule of its own for what our language calls its names. */
const theme = "Kimbie Dark";

describe("what helps to read a query, in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;

  before(async () => {
    window = await WorkforceWindow.open({ openFile: "headcount.sqllike", isInstalled: true });
    // A theme is no setting of a machine.
    await mkdir(join(window.workspaceFolder, ".vscode"), { recursive: true });
    const settings = { "workbench.colorTheme": theme };
    await writeFile(join(window.workspaceFolder, ".vscode", "settings.json"), JSON.stringify(settings));
    await window.openQueries("reading.sqllike", query);
  });
  after(() => window.close());
  const word = (text: string) =>
    window.page.locator(".editor-group-container.active .view-line span span", { hasText: text });
  const colourOf = (text: string) =>
    word(text)
      .first()
      .evaluate((element) => getComputedStyle(element).color);

  it("opens as npm start opens it: nothing says that the extension is under development, and notices are in sight", async () => {
    assert.doesNotMatch(await window.page.title(), /Development/);
    await window.command("Workforce: Copy Diagnostics");
    await window.page.locator(".notifications-toasts").getByText("Diagnostics were copied").waitFor();
  });

  it("shows the kind of the query and where its periods end beside the text", async () => {
    await eventually(async () => {
      const shown = (await textOf(window.page.locator(".editor-group-container.active .view-lines"))).replaceAll(
        "\u00a0",
        " ",
      );
      assert.match(shown, /SELECT\s*aggregate/);
      assert.match(shown, /ends 2025-05-01, 2025-06-01, 2025-07-01/);
    });
  });

  it("says of a metric in a card what the model says of it", async () => {
    const card = window.page.locator(".monaco-hover:visible", { hasText: "metric of" });
    // Lenses and hints that come meanwhile move the word away from under the pointer.
    await eventually(async () => {
      await window.page.mouse.move(1, 1);
      await word("employeeCount").first().hover();
      await card.first().waitFor({ timeout: 5_000 });
      assert.match((await card.allTextContents()).join("\n"), /Employee/);
    });
  });

  it("colours a metric, a dimension and an unknown name each its own way, in a theme that knows none of them", async () => {
    await eventually(async () => {
      const colours = await Promise.all(["employeeCount", "Location", "isManagr"].map(colourOf));
      assert.equal(new Set(colours).size, 3, colours.join(" "));
    });
  });
});
