// Takes the pictures of README and walkthrough in a real VS Code: `npm run screenshots [-- --only pivot,chart] [--out FOLDER]`.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mustRun } from "../test/run/command.mjs";
import { ensureDependencies } from "../test/run/dependencies.mjs";
import { repositoryRoot } from "../test/run/repository.mjs";
import { openSession } from "../test/vscode/host/session.mjs";
import { withPalette } from "./screenshots/palette-png.mjs";
import { scenes } from "./screenshots/scenes.mjs";

/** Walkthroughs choose a picture by the theme in use. */
const themes = { dark: "Default Dark Modern", light: "Default Light Modern" };
const size = { width: 1280, height: 900 };
/** The largest picture, in bytes, and all of them, which everybody who installs the extension downloads. */
const limits = { picture: 150_000, total: 1_500_000 };

const { values } = parseArgs({
  options: { only: { type: "string" }, out: { type: "string" }, theme: { type: "string" } },
});
const folder = resolve(values.out ?? join(repositoryRoot, "media", "pictures"));
const chosen = values.only?.split(",") ?? Object.keys(scenes);

await ensureDependencies();
await mustRun(process.execPath, ["esbuild.js"]);
await mkdir(folder, { recursive: true });
let total = 0;
for (const [theme, colorTheme] of Object.entries(themes).filter(([theme]) => (values.theme ?? theme) === theme)) {
  total += await takePictures(theme, colorTheme);
}
if (total > limits.total) {
  console.error(`The pictures take ${total} bytes, and ${limits.total} are allowed. Make some of them smaller.`);
  process.exitCode = 1;
}

/**
 * Takes the chosen pictures in one theme and returns their size in bytes.
 *
 * @param {string} theme
 * @param {string} colorTheme
 */
async function takePictures(theme, colorTheme) {
  const dataFolder = await mkdtemp(join(tmpdir(), "workforce-screenshots-"));
  const session = await openSession({
    isInstalled: true,
    size,
    settings: {
      "workforce.localService.dataFolder": dataFolder,
      "workbench.colorTheme": colorTheme,
      "editor.autoClosingBrackets": "never",
      "editor.autoClosingQuotes": "never",
      "editor.cursorBlinking": "solid",
      "editor.lightbulb.enabled": "off",
      "editor.minimap.enabled": false,
      "files.autoSave": "off",
      "problems.decorations.enabled": false,
      "remote.autoForwardPorts": false,
      "workbench.hover.delay": 60_000,
    },
  });
  session.page.setDefaultTimeout(30_000);
  let bytes = 0;
  try {
    // A scene starts where the one before ended, so that only those after the last chosen one are left out.
    const last = Object.keys(scenes).findLastIndex((name) => chosen.includes(name));
    for (const [name, scene] of Object.entries(scenes).slice(0, last + 1)) {
      const clip = await scene(session);
      await settle(session.page);
      if (chosen.includes(name)) {
        const picture = withPalette(await session.page.screenshot({ animations: "disabled", ...(clip && { clip }) }));
        await writeFile(join(folder, `${name}-${theme}.png`), picture);
        console.log(`${name}-${theme}.png: ${picture.length} bytes`);
        bytes += picture.length;
        if (picture.length > limits.picture) {
          throw new Error(`${name}-${theme}.png is larger than ${limits.picture} bytes. Show less, or cut it out.`);
        }
      }
    }
  } catch (error) {
    await session.page.screenshot({ path: join(tmpdir(), "workforce-screenshots-failure.png") });
    throw error;
  } finally {
    const service = await readFile(join(dataFolder, "service.json"), "utf8").catch(() => undefined);
    await session.close();
    if (service) {
      endService(JSON.parse(service).pid);
    }
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return bytes;
}

/**
 * Waits until nothing moves, with the pointer where it touches nothing.
 *
 * @param {import("playwright-core").Page} page
 */
async function settle(page) {
  await page.mouse.move(size.width / 2, 2);
  await page.waitForTimeout(1_500);
}

/** @param {number} pid */
function endService(pid) {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It may have ended with its windows.
  }
}
