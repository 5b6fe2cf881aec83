import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds on the page: the rule and where. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Loading style sheets again, as axe would, is what the page's policy forbids.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
