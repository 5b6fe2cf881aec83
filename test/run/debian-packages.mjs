import { existsSync } from "node:fs";
import { runCommand } from "./command.mjs";

/** Whether this machine is a Debian or Ubuntu on which packages may be installed: only as root, as in a container. */
export function mayInstallPackages() {
  return process.platform === "linux" && existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
}

/**
 * Installs the first of some packages that apt has. Gives whether it installed one.
 *
 * @param {string} what What they are, for the output.
 * @param {readonly string[]} names The best first.
 * @returns {Promise<boolean>}
 */
export async function installPackage(what, names) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  if ((await runCommand("apt-get", ["update"], { env, shows: "onFailure" })) !== 0) {
    return false;
  }
  for (const name of names) {
    console.log(`Installing ${what} (apt-get install ${name}) ...`);
    const args = ["install", "-y", "--no-install-recommends", name];
    if ((await runCommand("apt-get", args, { env, shows: "onFailure" })) === 0) {
      return true;
    }
  }
  return false;
}
