import { fileURLToPath } from "node:url";
import { ensureChromium } from "./chromium.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureGnupg } from "./gnupg.mjs";
import { ensureServers } from "./servers.mjs";
import { ensureVsCodeHost } from "./vscode-host.mjs";

export { ensureChromium, ensureDependencies, ensureGnupg, ensureServers, ensureVsCodeHost };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureDependencies();
    console.log("The dependencies of the extension are installed.");
    console.log(`The browser is ${await ensureChromium()}.`);
    await ensureGnupg();
    await ensureServers();
    await ensureVsCodeHost();
    console.log("The VS Code for the tests is installed.");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
