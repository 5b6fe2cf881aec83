import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import type { Locator } from "playwright-core";
import type { IntakeServer } from "../../support/intake-server.ts";
import { textOf, type WorkforceWindow } from "./workforce-window.ts";

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

/** Job files that reach out of the workspace, or for a file that is there already: nothing happens before a person agreed. */
export function outsideFiles(current: () => WorkforceWindow, service: () => IntakeServer): void {
  describe("the files that a job names", () => {
    let outside: string;
    let victim: string;

    before(async () => {
      outside = await mkdtemp(join(tmpdir(), "workforce-outside-"));
      victim = join(outside, "victim.csv");
      await writeFile(victim, "mine\n");
    });
    after(() => rm(outside, { recursive: true, force: true }));

    const sent = () => service().calls.filter(({ path }) => /transactions|sql-jobs|inputs/.test(path)).length;
    const dialog = (): Locator => current().page.locator(".monaco-dialog-box");
    const run = async (file: string, text: string) => {
      const window = current();
      await writeFile(join(window.workspaceFolder, file), text);
      await window.openFile(file);
      await window.namedCommand("Workforce: Run SQL Job");
    };

    it("are refused when a path leads out, whatever way it does", async () => {
      const window = current();
      const calls = sent();
      for (const [index, text] of [
        job([{ filename: "o.csv", file: victim }]),
        job([{ filename: "o.csv", file: "../../../../../../../../../..".concat(victim) }]),
        job([], { [victim]: "h.csv" }),
      ].entries()) {
        await run(`hostile-${index}.sqljob.json`, text);
        const notification = await window.notified("leads out of the workspace folder");
        await notification.getByRole("button", { name: "Choose File..." }).waitFor();
        await window.clearNotifications();
      }
      assert.equal(await readFile(victim, "utf8"), "mine\n");
      assert.equal(sent(), calls);
    });

    it("are sent from outside once a person chose that very file in a dialog, and not before", async () => {
      const window = current();
      const calls = sent();
      const title = "Choose a File to Upload";
      const file = "upload.sqljob.json";
      const text = job([{ filename: "o.csv", file: "new.csv" }], {
        [relative(window.workspaceFolder, victim)]: "h.csv",
      });
      const chooser = window.page.locator(".quick-input-widget", { hasText: title });
      const ask = async () => {
        await run(file, text);
        await window.pressInNotification("leads out of the workspace folder", "Choose File...");
        await chooser.waitFor();
      };
      await ask();
      await window.page.keyboard.press("Escape");
      await chooser.waitFor({ state: "hidden" });
      assert.equal(await dialog().count(), 0);
      await ask();
      // The dialog proposes the file of the path.
      await chooser.getByRole("button", { name: "OK" }).click();
      await dialog().getByText(`Run ${file}?`).waitFor();
      assert.match(await textOf(dialog()), /It saves these files:.*new\.csv/s);
      assert.equal(sent(), calls);
      await dialog().getByRole("button", { name: "Cancel" }).click();
      await dialog().waitFor({ state: "hidden" });
      assert.equal(sent(), calls);
      await window.clearNotifications();
    });

    it("are replaced by an output only after a question that names them", async () => {
      const window = current();
      const calls = sent();
      const kept = join(window.workspaceFolder, "kept.csv");
      await writeFile(kept, "mine too\n");
      const ask = async () => {
        await run("replace.sqljob.json", job([{ filename: "o.csv", file: basename(kept) }]));
        await dialog().getByText("replace.sqljob.json would replace the file kept.csv.").waitFor();
      };
      await ask();
      assert.match(await textOf(dialog()), /kept\.csv \(9 bytes, changed /);
      await dialog().getByRole("button", { name: "Cancel" }).click();
      await dialog().waitFor({ state: "hidden" });
      await ask();
      await window.page.keyboard.press("Escape");
      await dialog().waitFor({ state: "hidden" });
      assert.equal(sent(), calls);
      await ask();
      await dialog().getByRole("button", { name: "Replace" }).click();
      // What comes next is asked for by the role of the connection: on production Enter cancels.
      const question = window.page.locator(".quick-input-widget", { hasText: "(production)" });
      await question.locator(".monaco-list-row.focused", { hasText: "Cancel" }).waitFor();
      await window.picture("production-question");
      await window.page.keyboard.press("Enter");
      await question.waitFor({ state: "hidden" });
      assert.equal(sent(), calls);
      assert.equal(await readFile(kept, "utf8"), "mine too\n");
      await window.clearNotifications();
    });
  });
}
