import { chromium } from "playwright-core";
import { chromiumArguments, ensureChromium } from "../../run/chromium.mjs";
import { waitLimitMs } from "./wait-limit.mjs";
import { windowUrl } from "./window-url.mjs";

/**
 * @typedef {object} VsCodeWindow
 * @property {import("playwright-core").Page} page
 * @property {import("playwright-core").Browser} browser
 * @property {() => Promise<void>} close
 */

/**
 * Opens a window of a running server in a browser without a screen, and waits until VS Code has drawn it.
 *
 * @param {import("./window-url.mjs").WindowOptions & { size?: { width: number; height: number } }} options
 * @returns {Promise<VsCodeWindow>}
 */
export async function openWindow({ size = { width: 1440, height: 900 }, ...options }) {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: size });
    // Playwright only grants these per origin to a context, and copying is a thing our tests look at.
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: options.server.url });
    context.setDefaultTimeout(waitLimitMs);
    await context.addInitScript(stopMotion);
    const page = await context.newPage();
    await page.goto(windowUrl(options), { waitUntil: "domcontentloaded" });
    await page.locator(".monaco-workbench .part.statusbar").waitFor();
    return { page, browser, close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/**
 * Without a graphics card every frame of a progress bar or a fading scroll bar takes time from the tests, and VS Code moves some
 * also where motion is reduced. Webviews, which are frames below the window, keep what they do.
 */
function stopMotion() {
  if (globalThis.window === globalThis.window.top) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets.push(sheet);
  }
}

/**
 * Starts the browser that the tests use, with what it needs to run without a screen and without a network.
 *
 * @param {readonly string[]} [more] Further arguments.
 */
export async function launchBrowser(more = []) {
  const args = [...chromiumArguments, "--force-prefers-reduced-motion", ...more];
  return chromium.launch({ executablePath: await ensureChromium(), args });
}
