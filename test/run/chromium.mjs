import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";

// The headless shell is Chromium without a user interface of its own, so a page in it costs about half as much.
const programNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];
/** Those of apt, the best first; Ubuntu has no shell. */
const packageNames = ["chromium-headless-shell", "chromium"];

/** What every browser of the tests needs to run without a screen and without a network. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Gives the path of a Chrome or Chromium: CHROME_PATH, an installed one, or one from Debian's packages.
 *
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) {
      throw new Error(`CHROME_PATH names "${chosen}", which does not exist.`);
    }
    return chosen;
  }
  return findChromium() ?? (await installChromium());
}

function findChromium() {
  const searched = (process.env.PATH ?? "").split(delimiter);
  const onPath = programNames.flatMap((name) => searched.map((folder) => join(folder, name)));
  return [...onPath, ...wellKnownPlaces()].find((path) => existsSync(path));
}

/** @returns {string[]} */
function wellKnownPlaces() {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === "win32") {
    const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
    return roots
      .filter((root) => root !== undefined)
      .flatMap((root) => [
        join(root, "Google", "Chrome", "Application", "chrome.exe"),
        join(root, "Chromium", "Application", "chrome.exe"),
        join(root, "Microsoft", "Edge", "Application", "msedge.exe"),
      ]);
  }
  return ["/usr/bin/chromium", "/snap/bin/chromium", "/opt/google/chrome/chrome"];
}

async function installChromium() {
  if (!mayInstallPackages()) {
    throw new Error(
      'No Chrome or Chromium was found. Install one (on Debian: "sudo apt-get install chromium"), or set CHROME_PATH to its program.',
    );
  }
  await installPackage("Chromium", packageNames);
  const installed = findChromium();
  if (!installed) {
    throw new Error("No program of Chromium is there after apt-get. Set CHROME_PATH to that of a Chrome or Chromium.");
  }
  return installed;
}
