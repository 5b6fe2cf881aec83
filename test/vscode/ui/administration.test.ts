import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import type { Frame } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import { DataWindow } from "./data-window.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

const fileName = "team.workforce-users.csv";
const header = "username,displayName,accountEnabled,profiles,permissions";
const ada = "ada@demo.example,Ada Lovelace,true,Analyst,EMEA";
const bob = "bob@demo.example,Bob,true,Analyst,WithoutPay";
const month = 'Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';
const cyd = "cyd@demo.example,Cyd,true,Analyst,EMEA";

/** An administrator's list of users, from its first line to what a user sees. */
describe("Administration in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let everybody: number;

  before(async () => {
    data = await DataWindow.open();
    // Starts the service, too.
    everybody = (await data.ask()).heads;
    for (const [title, columns] of [
      ["Heads of everybody", "employeeCount() AS Heads"],
      ["Pay by function", 'averageSalary() AS Pay, level(Function, "Function") AS Job'],
    ]) {
      const report = { title, query: `SELECT ${columns} FROM Employee WHERE ${month}`, isPublishedReport: true };
      const { status, text } = await data.call("POST", "/v1alpha/reporting/reports", report);
      assert.equal(status, 200, text);
    }
  });
  after(function () {
    return data?.leave(this.test);
  });

  const editFile = async (...rows: string[]) => {
    const { window } = data;
    await window.openFile(fileName);
    await window.replaceText(`${[header, ...rows].join("\n")}\n`);
  };

  /** Applies the file, up to its review. */
  const review = async (): Promise<Frame> => {
    await data.window.command("Workforce: Apply Users...");
    const frame = await webviewFrame(data.window.page, `Apply ${fileName}`);
    await frame.locator(".question").waitFor();
    return frame;
  };

  const apply = async (frame: Frame, outcome: string) => {
    await frame.getByRole("button", { name: "Apply", exact: true }).click();
    await data.window.takeNotification(outcome);
  };

  const problems = async (): Promise<string> => {
    await data.window.command("View: Focus Problems");
    return (await textOf(data.window.page.locator(".markers-panel-container"))).replaceAll("\u00a0", " ");
  };

  /** Opens the reports of the active connection, which is the first one. */
  const openReports = async () => {
    await data.window.showExplorer();
    await eventually(async () => assert.match(await textOf(data.window.treeRow(/./)), /Local as cyd.*active/));
    for (const row of ["Local as cyd@demo.example", "WFF_demo", "Reports"]) {
      await data.expand(row);
    }
  };

  const userNames = async (): Promise<readonly string[]> => {
    const found = await Promise.all(
      ["ada", "bob", "cyd", "dan"].map(async (name) => {
        const users = [{ username: `${name}@demo.example` }];
        const answer = await data.call("PUT", "/v2/admin/users", { users });
        return answer.json<{ successes: unknown[] }>().successes.length > 0 ? [name] : [];
      }),
    );
    return found.flat();
  };

  it("checks a users file as it is typed, and sends nothing with an error", async () => {
    const { window } = data;
    await writeFile(data.file(fileName), `${header}\n`);
    await editFile(ada, "bob@demo.example,Bob,yes,Analyst@2027-01-01/2026-01-01,");
    // While the row arrives, there are other problems for a moment: its first half has too few values.
    await eventually(async () => {
      const found = await problems();
      assert.match(found, /`yes` is neither true nor false/);
      assert.match(found, /The profile `Analyst` would end before it begins/);
      assert.doesNotMatch(found, /This row has/);
    });
    await window.picture("users-problems");
    await window.openFile(fileName);
    await window.command("Workforce: Apply Users...");
    await window.takeNotification("The file has 2 errors, so nothing was sent.");
  });

  it("sends all users of a file that is applied for the first time, and remembers them", async () => {
    await editFile(ada, bob);
    const frame = await review();
    assert.match(await textOf(frame.locator("#verdict")), /All 2 users are sent/);
    assert.match(await textOf(frame.locator("body")), /has not applied the file to this tenant before/);
    await data.window.picture("users-first-review");
    await apply(frame, "2 added, 0 changed, 0 removed.");
    assert.deepEqual(await userNames(), ["ada", "bob"]);
  });

  it("shows who is added, changed and removed, and puts what was refused on its line", async () => {
    const { window } = data;
    await editFile(ada.replace("EMEA", "WithoutPay"), cyd, "dan@demo.example,Dan,true,Annalist,");
    const frame = await review();
    assert.match(await textOf(frame.locator("#verdict")), /2 to add, 1 to change, 1 to remove if ticked, 0 unchanged/);
    const changes = frame.getByRole("region", { name: "Change", exact: true });
    assert.match(await textOf(changes), /ada@demo\.example \(Ada Lovelace\): permissions.*Line 2/);
    const removals = frame.getByRole("group", { name: "Remove" });
    assert.equal(await removals.getByRole("checkbox").isChecked(), false);
    await removals.getByLabel("bob@demo.example (Bob)").check();
    await window.picture("users-review");
    await apply(frame, "1 added, 1 changed, 1 removed. 1 refused: the reason stands on the line.");
    assert.deepEqual(await userNames(), ["ada", "cyd"]);
    assert.match(
      await problems(),
      /There is no profile "Annalist" in profiles\.json.*Did you mean `Analyst`\?.*\[Ln 4/s,
    );
    await window.picture("users-refused");
  });

  it("keeps the reason while other rows change, and sends the mended row alone", async () => {
    await editFile(cyd, ada.replace("EMEA", "WithoutPay"), "dan@demo.example,Dan,true,Annalist,");
    await eventually(async () => assert.match(await problems(), /There is no profile "Annalist"/));
    await editFile(ada.replace("EMEA", "WithoutPay"), cyd, "dan@demo.example,Dan,true,Analyst,");
    await eventually(async () => assert.doesNotMatch(await problems(), /There is no profile/));
    await data.window.openFile(fileName);
    const frame = await review();
    assert.match(await textOf(frame.locator("#verdict")), /1 to add, 0 to change, 0 to remove if ticked, 2 unchanged/);
    await apply(frame, "1 added, 0 changed, 0 removed.");
    assert.deepEqual(await userNames(), ["ada", "cyd", "dan"]);
  });

  it("looks through the eyes of a user, whose answers follow the file", async () => {
    const { window } = data;
    await window.openFile(fileName);
    await window.clickLine("cyd@demo.example");
    await window.command("Workforce: Sign In as...");
    const name = window.page.locator(".quick-input-widget input").first();
    await eventually(async () => assert.equal(await name.inputValue(), "cyd@demo.example"));
    await window.page.keyboard.press("Enter");
    await window.quickPickRow("Read Only").click();
    await window.takeNotification("Queries and views now show what cyd@demo.example sees");
    await window.statusBar("Local as cyd@demo.example").waitFor();
    await window.showExplorer();
    await window.treeRow("Local as cyd@demo.example").waitFor();
    await window.picture("signed-in-as");
    const few = (await data.ask()).heads;
    assert.ok(few > 0 && few < everybody, `${few} of ${everybody}`);
    // A report has the numbers of who runs it.
    await openReports();
    await window.treeAction("Heads of everybody", "Run Report");
    assert.equal((await data.read(await window.result("Heads of everybody"))).heads, few);
    await window.showExplorer();
    await window.treeAction("Local as cyd@demo.example", "Stop Impersonating");
    await window.treeRow("Local as cyd@demo.example").waitFor({ state: "detached" });
    await editFile(ada, cyd.replace("EMEA", "WithoutPay"), "dan@demo.example,Dan,true,Analyst,");
    await apply(await review(), "0 added, 2 changed, 0 removed.");
    assert.equal((await data.ask()).heads, everybody);
    await window.openFile(fileName);
    await window.clickLine("cyd@demo.example");
    await window.command("Workforce: Sign In as...");
    await eventually(async () => assert.equal(await name.inputValue(), "cyd@demo.example"));
    await window.page.keyboard.press("Enter");
    await window.quickPickRow("Read Only").click();
    await window.takeNotification("Queries and views now show what cyd@demo.example sees");
    assert.equal((await data.ask()).heads, everybody);
    await openReports();
    await window.treeRow("Heads of everybody").waitFor();
    // Who knows its id is refused by name, as the journey of an analyst without pay has it.
    assert.equal(await window.treeRow("Pay by function").count(), 0);
    // What a user may not see is no name for the editor either.
    await writeFile(data.file("pay.sqllike"), `SELECT EmployeeID, Base_Salary FROM Employee WHERE ${month};\n`);
    await window.openFile("pay.sqllike");
    await eventually(async () => assert.match(await problems(), /`Employee` has no `Base_Salary`/));
    await window.command("Workforce: Stop Impersonating");
    await eventually(async () => assert.doesNotMatch(await problems(), /Base_Salary/));
    await window.statusBar("Local · WFF_demo").waitFor();
  });

  it("says why somebody cannot be acted for, and stays who one is", async () => {
    const { window } = data;
    await window.openFile("heads.sqllike");
    await window.command("Workforce: Sign In as...");
    await window.answer("Name of the user", "portal@demo.example");
    await window.quickPickRow("Read Only").click();
    await window.takeNotification(/that user needs Read Impersonated/);
    await window.statusBar("Local · WFF_demo").waitFor();
    await window.showExplorer();
    await window.treeRow("as portal@demo.example").waitFor({ state: "detached" });
  });

  it("begins a new file with its columns and a row to fill in", async () => {
    const { window } = data;
    await window.command("Workforce: New Users File");
    await window.page.locator(".view-line", { hasText: "userId,username,displayName" }).waitFor();
    await window.page.locator(".view-line", { hasText: "ada@example.com" }).waitFor();
    await window.command("View: Revert and Close Editor");
  });
});
