import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Runnable } from "mocha";
import { repositoryRoot } from "../../run/repository.mjs";
import { closeAllResults } from "./shown-result.ts";
import { WorkforceWindow } from "./workforce-window.ts";

/** As on a desktop: a browser's workbench saves by itself. What is typed must arrive as it was typed. */
const settings = {
  "editor.autoSurround": "never",
  "files.autoSave": "off",
  "[json]": { "editor.autoClosingBrackets": "never", "editor.autoClosingQuotes": "never" },
};

/** The window that a file left for the next one of its process. */
let left: WorkforceWindow | undefined;

after(async () => {
  await left?.close();
  left = undefined;
});

/**
 * A window for a file that has no settings or faults of its own: the one that the file before it left, since the start of a window
 * takes longer than most stories. Nothing is open in it; the service goes on with the data of its sample and what was loaded since.
 */
export async function takeWindow(): Promise<WorkforceWindow> {
  const window = left ?? (await WorkforceWindow.open({ settings }));
  left = undefined;
  return window;
}

/**
 * Leaves the window of a file for the next one, with nothing open in it. It is closed when a test of the file did not pass, so that
 * what failed there cannot fail another file, or when it cannot be tidied.
 *
 * @param hook The file's `after`.
 */
export async function leaveWindow(window: WorkforceWindow | undefined, hook: Runnable | undefined): Promise<void> {
  const hasPassed = hook?.parent?.tests.every(({ state }) => state === "passed") === true;
  if (!window || !hasPassed) {
    await window?.close();
    return;
  }
  try {
    await tidy(window);
    left = window;
  } catch (error) {
    // Its tests have passed; a key that came too late may have changed a file that is open. The next file takes another window.
    console.log(
      `  A window was closed, not shared: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`,
    );
    await window.close();
  }
}

async function tidy(window: WorkforceWindow): Promise<void> {
  const { page, workspaceFolder } = window;
  await window.clearNotifications();
  await window.namedCommand("View: Close All Editors");
  // One that is not saved would be asked about.
  await page
    .locator(".editor-group-container .tabs-container .tab")
    .first()
    .waitFor({ state: "detached", timeout: 20_000 });
  await closeAllResults(window);
  if (await page.locator(".part.panel").isVisible()) {
    await window.namedCommand("View: Hide Panel");
    await page.locator(".part.panel").waitFor({ state: "hidden" });
  }
  await window.showExplorer();
  await window.collapseTree();
  const samples = join(repositoryRoot, "samples");
  const kept = new Set(await readdir(samples));
  for (const name of (await readdir(workspaceFolder)).filter((found) => !kept.has(found))) {
    await rm(join(workspaceFolder, name), { recursive: true });
  }
  await cp(samples, workspaceFolder, { recursive: true });
}
