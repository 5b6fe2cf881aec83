/** How long a test waits for what must come: longer than it takes on a machine that is busy with other work. */
export const waitLimitMs = 90_000;

/**
 * Waits until a part of the window is visible; fails with a sentence instead of a selector.
 *
 * @param {import("playwright-core").Locator} locator
 * @param {string} complaint
 */
export async function expectVisible(locator, complaint, timeoutMs = waitLimitMs) {
  try {
    await locator.waitFor({ state: "visible", timeout: timeoutMs });
  } catch (error) {
    throw new Error(complaint, { cause: error });
  }
}
