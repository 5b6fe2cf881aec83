import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import type { ThemeName } from "./themes.ts";

/** What axe finds on the page: the rule and where. All rules run in the dark theme: another theme can change no more than the contrast. */
export async function axeFindings(page: Page, theme: ThemeName = "dark"): Promise<string[]> {
  // Loading style sheets again, as axe would, is what the page's policy forbids.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false });
  const { violations } = await (theme === "dark" ? builder : builder.withRules("color-contrast")).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
