import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import { addConnection } from "./connection-form.ts";
import { DataWindow } from "./data-window.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

const fileName = "new.workforce-users.csv";
const header = "username,displayName,accountEnabled,profiles,permissions";
const username = "eve@demo.example";
const password = "a long password of Eve";

/** A new user from the administrator's file to the first answer, and what taking rights away does to the next one. */
describe("A new user in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let everybody: number;
  let visible: number;

  before(async () => {
    data = await DataWindow.open();
    everybody = (await data.ask()).heads;
  });
  after(function () {
    return data?.leave(this.test);
  });

  const use = async (connection: string) => {
    const { window } = data;
    await window.showExplorer();
    await window.treeAction(connection, "Use Connection");
    await window.statusBar(`${connection} · WFF_demo`).waitFor();
    // The tree sorts its lines after it, the active connection first.
    await eventually(async () => assert.match(await textOf(window.treeRow(/./)), new RegExp(`${connection}.*active`)));
  };

  /** Applies the file with the given rows, up to its review. */
  const review = async (...rows: string[]): Promise<Frame> => {
    const { window } = data;
    await window.openFile(fileName);
    await window.replaceText(`${[header, ...rows].join("\n")}\n`);
    await window.command("Workforce: Apply Users...");
    const frame = await webviewFrame(window.page, `Apply ${fileName}`);
    await frame.locator(".question").waitFor();
    return frame;
  };

  const confirm = async (frame: Frame, outcome: string) => {
    await frame.getByRole("button", { name: "Apply", exact: true }).click();
    await data.window.takeNotification(outcome);
  };

  const apply = async (outcome: string, ...rows: string[]) => confirm(await review(...rows), outcome);

  /** Runs the query, which is refused, and returns what the page of results says. */
  const refusal = async (): Promise<string> => {
    const { window } = data;
    await window.command("Workforce: Focus Results");
    await window.openFile("heads.sqllike");
    const frame: Frame = await window.showingNewResult(() => window.clickRun());
    await frame.locator('.tab[aria-selected="true"][data-state="failed"]').waitFor({ state: "attached" });
    return (await textOf(frame.locator(".state-host:not([hidden])").first())).trim();
  };

  it("chooses a password at the link that the administrator copies, which works once", async () => {
    const { window } = data;
    await data.write(fileName, `${header}\n`);
    await apply("1 added, 0 changed, 0 removed.", `${username},Eve,true,Analyst,EMEA`);
    await window.openFile(fileName);
    await window.clickLine(username);
    await window.command("Workforce: Copy Sign-In Link...");
    await window.takeNotification(`The link at which ${username} chooses a password is in the clipboard.`);
    const link = await window.page.evaluate(() => navigator.clipboard.readText());
    const page = await window.page.context().newPage();
    const choose = async (again: string) => {
      await page.goto(link);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByLabel("The same password again").fill(again);
      await page.getByRole("button", { name: "Set Password" }).click();
    };
    await choose(`${password}!`);
    await page.getByRole("alert").getByText("The two passwords differ.").waitFor();
    await choose(password);
    await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: "This invitation has ended" }).waitFor();
    await page.close();
    await window.command("Workforce: Copy Sign-In Link...");
    await window.takeNotification("No user of WFF_demo waits for a sign-in link");
  });

  it("sees the people of the permission and no others", async () => {
    const { window } = data;
    const service = await window.service();
    assert.ok(service);
    const { apiKey, url: address } = service;
    await addConnection(window, { name: "New user", role: "development", address, apiKey, username, password });
    await window.statusBar("New user · WFF_demo").waitFor();
    visible = (await data.ask()).heads;
    assert.ok(visible > 0 && visible < everybody, `${visible} of ${everybody}`);
  });

  it("sees nobody with the next call when the permission is taken away", async () => {
    await use("Local");
    await apply("0 added, 1 changed, 0 removed.", `${username},Eve,true,Analyst,`);
    await use("New user");
    assert.equal((await data.ask()).heads, 0);
  });

  it("is refused with the next call when disabled, and sees the same as before when enabled again", async () => {
    await use("Local");
    await apply("0 added, 1 changed, 0 removed.", `${username},Eve,false,Analyst,EMEA`);
    await use("New user");
    assert.match(await refusal(), /The service refused the sign-in/);
    await use("Local");
    await apply("0 added, 1 changed, 0 removed.", `${username},Eve,true,Analyst,EMEA`);
    await use("New user");
    // What was refused is not sent again for a while by itself, so as not to lock the account.
    await data.menu("New user", "Test Connection");
    await data.window.takeNotification("New user works");
    assert.equal((await data.ask()).heads, visible);
  });

  it("may not be disabled where it is one's own, which is said before and on the line after", async () => {
    const { window } = data;
    await use("Local");
    const service = await window.service();
    const frame = await review(`${username},Eve,true,Analyst,EMEA`, `${service?.username},Administrator,false,,`);
    await frame.getByText(/disables your own account/).waitFor();
    await window.picture("own-account");
    await confirm(frame, "0 added, 0 changed, 0 removed. 1 refused: the reason stands on the line.");
    await window.command("View: Focus Problems");
    await window.page.locator(".markers-panel .monaco-list-row", { hasText: /own account/ }).waitFor();
    assert.equal((await data.ask()).heads, everybody);
  });
});
