import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { eventually, type WorkforceWindow } from "./workforce-window.ts";

/**
 * Chooses a file in the dialog of files: from its list if the dialog shows the file's folder, else by its path, which the
 * dialog must have seen before it is confirmed.
 */
export async function chooseInDialog({ page }: WorkforceWindow, title: string, path: string): Promise<void> {
  const dialog = page.locator(".quick-input-widget", { hasText: title });
  await dialog.locator(".monaco-list-row").first().waitFor();
  const marked = dialog.locator(".monaco-list-row.focused", { hasText: basename(path) });
  const input = dialog.locator("input").first();
  // What comes after the dialog may have its title, but no path.
  const isOpen = async () => (await dialog.isVisible()) && (await input.inputValue()).startsWith("/");
  await eventually(async () => assert.ok(await isOpen()));
  const listed = dialog.locator(".monaco-list-row", { hasText: basename(path) });
  const proposed = await input.inputValue();
  // The dialog begins in a folder, or at a file of it.
  const isInFolder = proposed === `${dirname(path)}/` || dirname(proposed) === dirname(path);
  if (isInFolder && (await listed.count()) === 1) {
    // A dialog that still loads its folder refuses the click, and shows its list again.
    await eventually(async () => {
      if (await isOpen()) {
        await listed.click({ timeout: 3_000 });
        await page.waitForTimeout(500);
        assert.ok(!(await isOpen()));
      }
    });
    return;
  }
  let typed = 0;
  await eventually(async () => {
    if (!(await isOpen())) {
      return;
    }
    // The dialog takes note of a path when it changes, and shows that by the line it marks.
    typed = 1 - typed;
    await input.fill(path.slice(0, path.length - typed));
    await page.keyboard.type(path.slice(path.length - typed));
    await marked.waitFor({ timeout: 3_000 });
    // It may have changed the path that it began to read before.
    assert.equal(await input.inputValue(), path);
    await page.keyboard.press("Enter");
    await marked.waitFor({ state: "hidden", timeout: 3_000 });
    assert.ok(!(await isOpen()));
  });
}

/** Chooses a folder in the dialog of folders. Its own list, in which `held` is, is seen when its path ends in a slash. */
export async function chooseFolder(
  { page }: WorkforceWindow,
  title: string,
  path: string,
  held: string,
): Promise<void> {
  const dialog = page.locator(".quick-input-widget", { hasText: title });
  await dialog.locator(".monaco-list-row").first().waitFor();
  await eventually(async () => {
    await dialog.locator("input").first().fill(path);
    await page.keyboard.type("/");
    await dialog.locator(".monaco-list-row", { hasText: held }).waitFor({ timeout: 3_000 });
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden", timeout: 3_000 });
  });
}

/** Confirms the path that the dialog of a new file proposes, and gives it. */
export async function acceptProposedFile({ page }: WorkforceWindow, title: string): Promise<string> {
  const dialog = page.locator(".quick-input-widget", { hasText: title });
  // The list of the folder comes once the dialog has seen the path.
  await dialog.locator(".monaco-list-row").first().waitFor();
  const path = await dialog.locator("input").first().inputValue();
  await eventually(async () => {
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden", timeout: 3_000 });
  });
  return path;
}
