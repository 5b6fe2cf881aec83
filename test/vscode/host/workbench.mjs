import { expectVisible, waitLimitMs } from "./wait-limit.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */
/** @typedef {import("playwright-core").Locator} Locator */

const quickInput = ".quick-input-widget:not([style*='display: none'])";

/**
 * Runs the command that the palette shows first for this text.
 *
 * @param {Page} page
 * @param {string} text
 */
export async function runCommandFromPalette(page, text) {
  await openCommandPalette(page, text, { isAccepted: true });
}

/**
 * Runs the command of this name, also where the palette shows others before it that were used lately.
 *
 * @param {Page} page
 * @param {string} text
 */
export async function runNamedCommand(page, text) {
  await openCommandPalette(page, text);
  await quickPickRow(page, text).click();
}

/**
 * Opens the command palette with this text in it and waits until a command of that name is offered.
 *
 * @param {Page} page
 * @param {string} text
 * @param {{ isAccepted?: boolean }} [options]
 */
async function openCommandPalette(page, text, options) {
  // By way of the list of files: that of all commands takes half as much again, and may show this one before it is filtered.
  await openQuickPick(page, "Control+P", `>${text}`, text, `No command "${text}" is in the palette.`, options);
}

/**
 * Opens a file of the workspace by its name and gives its editor.
 *
 * @param {Page} page
 * @param {string} name
 * @returns {Promise<Locator>}
 */
export async function openFile(page, name) {
  // By way of the list of commands: that of files may show this one before it is filtered, below others.
  await openQuickPick(page, "F1", name, name, `No file "${name}" is in the workspace.`, { isAccepted: true });
  const tab = page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  await expectVisible(tab, `"${name}" did not open.`);
  return page.locator(".editor-group-container.active .editor-instance");
}

/**
 * Gives the row of an open quick pick that holds this text. A string is found whatever its case.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
export function quickPickRow(page, text) {
  return page.locator(`${quickInput} .monaco-list-row`).filter({ hasText: text }).first();
}

/**
 * Chooses an entry of an open context menu. VS Code ignores clicks just after it opened the menu, but no key.
 *
 * @param {Page} page
 * @param {Locator} entry
 */
export async function chooseInMenu(page, entry) {
  await entry.hover();
  await page.keyboard.press("Enter");
}

/**
 * Waits until this text is visible anywhere in the window, outside webviews.
 *
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function waitForText(page, text, timeoutMs = waitLimitMs) {
  const found = page.getByText(text).filter({ visible: true }).first();
  await expectVisible(found, `The text ${text} did not appear.`, timeoutMs);
  return found;
}

/**
 * Gives the document of a webview, which lies two frames below the window. With a title it is the visible webview
 * whose frame has it; the title of an editor's webview is its tab's, that of a view is the view's. With a selector it
 * is the first whose page has such an element.
 *
 * @param {Page} page
 * @param {string} [title]
 * @param {{ selector?: string; timeoutMs?: number }} [options]
 * @returns {Promise<Frame>}
 */
export async function webviewFrame(page, title, { selector, timeoutMs = waitLimitMs } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    for (const outer of await page.locator("iframe.webview.ready").all()) {
      const frame = await innerFrame(outer, title);
      if (frame && (selector === undefined || (await frame.$(selector).catch(() => null)))) {
        return frame;
      }
    }
    if (Date.now() > deadline) {
      throw new Error(`No webview "${title ?? selector ?? ""}" appeared.`);
    }
    await page.waitForTimeout(100);
  }
}

/**
 * Saves what the window shows.
 *
 * @param {Page} page
 * @param {string} path
 */
export async function screenshot(page, path) {
  await page.screenshot({ path, animations: "disabled" });
}

/**
 * Opens a list by its key and sets its text, which asks for rows of another list, so that no row shows before it is meant. Tries
 * again when the input closes, since an editor or a panel that takes the focus while it opens closes it, and
 * when the row is missing, since an open palette does not show commands that arrive later.
 *
 * @param {Page} page
 * @param {string} key
 * @param {string} text
 * @param {string} row
 * @param {string} complaint
 * @param {{ isAccepted?: boolean }} [options] Whether Enter is then pressed.
 */
async function openQuickPick(page, key, text, row, complaint, { isAccepted = false } = {}) {
  const input = page.locator(`${quickInput} input[type="text"]`).first();
  // A window that opens on a busy machine has the commands of extensions late.
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    await page.keyboard.press(key);
    try {
      await input.evaluate(enterText, text, { timeout: 2_000 });
      await expectVisible(quickPickRow(page, row), complaint, 3_000);
      if (isAccepted && !(await input.evaluate(pressEnter, undefined, { timeout: 2_000 }))) {
        throw new Error("The list has lost the focus.");
      }
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Error(complaint, { cause: error });
      }
      await page.keyboard.press("Escape");
    }
  }
}

/**
 * Sets the text of an input at once. What is typed goes to whatever has the focus by then: an editor that opens meanwhile.
 *
 * @param {Element} input
 * @param {string} text
 */
function enterText(input, text) {
  /** @type {HTMLInputElement} */ (input).value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Presses Enter in an input and says whether it had the focus. A key of the keyboard would go to whatever has the focus by then.
 *
 * @param {Element} input
 */
function pressEnter(input) {
  const isFocused = document.activeElement === input;
  if (isFocused) {
    const key = { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, cancelable: true };
    input.dispatchEvent(new KeyboardEvent("keydown", key));
    input.dispatchEvent(new KeyboardEvent("keyup", key));
  }
  return isFocused;
}

/**
 * @param {Locator} outer
 * @param {string} [title]
 */
async function innerFrame(outer, title) {
  const handle = await outer.elementHandle({ timeout: 1_000 }).catch(() => null);
  const middle = await handle?.contentFrame();
  if (!middle || !(await outer.isVisible())) {
    return undefined;
  }
  const inner = await middle.$("#active-frame");
  if (!inner || (title !== undefined && (await inner.getAttribute("title")) !== title)) {
    return undefined;
  }
  return (await inner.contentFrame()) ?? undefined;
}
