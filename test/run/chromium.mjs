import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { mustRun } from "./command.mjs";

const programNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

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
  const isDebian = process.platform === "linux" && existsSync("/usr/bin/apt-get");
  if (!isDebian || process.getuid?.() !== 0) {
    throw new Error(
      'No Chrome or Chromium was found. Install one (on Debian: "sudo apt-get install chromium"), or set CHROME_PATH to its program.',
    );
  }
  console.log("Installing Chromium (apt-get install chromium) ...");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await mustRun("apt-get", ["update"], { env, shows: "onFailure" });
  await mustRun("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env, shows: "onFailure" });
  const installed = findChromium();
  if (!installed) {
    throw new Error("Chromium was installed with apt-get, but its program was not found. Set CHROME_PATH.");
  }
  return installed;
}
