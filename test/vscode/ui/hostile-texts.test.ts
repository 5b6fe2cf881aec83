import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IntakeServer } from "../../support/intake-server.ts";
import { WorkforceWindow } from "./workforce-window.ts";

const link = "[Get access](command:workbench.action.terminal.new)";
const other = "[Read why](https://evil.example/why)";
const name = "Elsewhere [now](command:workbench.action.terminal.new)";
const job = (downloads: unknown, uploads = {}) =>
  JSON.stringify({
    uploads,
    job: {
      actions: [
        {
          query: {
            query: "SELECT 'taken over' AS a",
            output: { format: { csv: { header: true } }, filename: "o.csv" },
          },
        },
      ],
    },
    downloads,
  });

/** A service, its users and the files of a workspace whose texts would be links, and lead elsewhere. */
describe("Hostile texts in VS Code", function () {
  this.timeout(120_000);
  const server = new IntakeServer();
  let window: WorkforceWindow;
  let outside: string;

  before(async () => {
    await server.start();
    server.instead = () => ({ status: 403, body: { code: "LIMITED", message: `Limited. ${link} ${other}` } });
    outside = await mkdtemp(join(tmpdir(), "workforce-outside-"));
    await writeFile(join(outside, "victim.txt"), "mine");
    window = await WorkforceWindow.open();
  });
  after(async () => {
    await window?.close();
    await server.stop();
    await rm(outside, { recursive: true, force: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed" && process.env.WORKFORCE_TEST_PICTURES) {
      const title = this.currentTest.title.replace(/\W+/g, "-").slice(0, 60);
      await window.page.screenshot({ path: `${process.env.WORKFORCE_TEST_PICTURES}/${title}.png` });
    }
  });

  /** Shows all notifications, and gives the number of links in those of ours, and their texts. */
  async function notifications(text: string): Promise<{ readonly links: number; readonly texts: string }> {
    await window.notified(text);
    const items = window.page.locator(".notification-list-item");
    const links = await items.locator(".notification-list-item-message a").count();
    const texts = (await items.allTextContents()).join("\n").replaceAll("\u200b", "");
    await window.clearNotifications();
    return { links, texts };
  }

  it("make no link in a notification of a service's refusal, and are shown as they are", async () => {
    await window.describeConnection({
      address: server.url,
      name,
      role: "development",
      apiKey: "key",
      username: "ada",
      password: "pass",
    });
    const { links, texts } = await notifications("Limited.");
    assert.ok(texts.includes(link) && texts.includes(other), texts);
    assert.equal(links, 0);
  });

  it("make no link in trees, the status bar and lists to choose from", async () => {
    await window.showExplorer();
    await window.command("Workforce: Select Connection");
    await window.quickPickRow("Elsewhere").waitFor();
    const links = ["terminal.new", "evil.example"].flatMap((to) => [`a[href*="${to}"]`, `a[data-href*="${to}"]`]);
    assert.equal(await window.page.locator(links.join(", ")).count(), 0);
    await window.page.keyboard.press("Escape");
    assert.equal(await window.page.locator(links.join(", ")).count(), 0);
  });

  it("let no job file of the workspace reach a file outside of it", async () => {
    const calls = server.callsOf("POST", /transactions/).length;
    const victim = join(outside, "victim.txt");
    for (const [index, text] of [
      job([{ filename: "o.csv", file: victim }]),
      job([{ filename: "o.csv", file: "../../../../../../../../../..".concat(victim) }]),
      job([], { [victim]: "h.csv" }),
    ].entries()) {
      const file = `hostile-${index}.sqljob.json`;
      await writeFile(join(window.workspaceFolder, file), text);
      await window.openFile(file);
      await window.namedCommand("Workforce: Run SQL Job");
      const { texts } = await notifications("leads out of the workspace folder");
      assert.ok(texts.includes("Choose File..."), texts);
    }
    assert.equal(await readFile(victim, "utf8"), "mine");
    assert.equal(server.callsOf("POST", /transactions/).length, calls);
  });
});

describe("Restricted Mode in VS Code", function () {
  this.timeout(120_000);
  let window: WorkforceWindow;

  before(async () => {
    window = await WorkforceWindow.open({ isRestricted: true });
  });
  after(() => window?.close());

  it("runs no job and no table SQL of the workspace, and says how to trust it", async () => {
    for (const [file, command, message] of [
      ["badges.sqljob.json", "Workforce: Run SQL Job", "SQL jobs do not run in Restricted Mode"],
      ["remove-closed.tablesql", "Workforce: Run Table SQL", "Table SQL does not run in Restricted Mode"],
    ] as const) {
      await window.openFile(file);
      await window.namedCommand(command);
      const item = await window.notified(message);
      await item.getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
      await window.clearNotifications();
    }
    assert.ok(!(await readdir(window.workspaceFolder)).includes("results"), "no output was saved");
  });
});
