/**
 * Waits until a part of the window is visible; fails with a sentence instead of a selector.
 *
 * @param {import("playwright-core").Locator} locator
 * @param {string} complaint
 */
export async function expectVisible(locator, complaint, timeoutMs = 15_000) {
  try {
    await locator.waitFor({ state: "visible", timeout: timeoutMs });
  } catch (error) {
    throw new Error(complaint, { cause: error });
  }
}
