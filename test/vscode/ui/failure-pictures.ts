import { join } from "node:path";
import type { Page } from "playwright-core";
import { cacheFolder } from "../../run/repository.mjs";

/** Pages of the windows that are open. A test that fails leaves a picture of each in `.cache/test/pictures`. */
export const openPages = new Set<Page>();

afterEach(async function () {
  if (this.currentTest?.state !== "failed") {
    return;
  }
  const name = this.currentTest.fullTitle().replace(/\W+/g, "-").slice(0, 100);
  for (const [index, page] of [...openPages].entries()) {
    const path = join(cacheFolder, "test", "pictures", `${name}-${index}.png`);
    // A window that no longer draws must not hide why the test failed.
    await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
  }
});
