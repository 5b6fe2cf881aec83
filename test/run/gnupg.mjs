import { spawnSync } from "node:child_process";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";

/**
 * Installs GnuPG where it is missing and may be installed. Where it stays missing, it says so: the test that needs it is
 * then left out, and does not count as passed.
 */
export async function ensureGnupg() {
  if (isThere() || (mayInstallPackages() && (await installPackage("GnuPG", ["gnupg", "gpg"])) && isThere())) {
    return;
  }
  console.log(
    'GnuPG is not there, so files that it encrypted are not tested. Install it (on Debian: "sudo apt-get install gnupg").',
  );
}

function isThere() {
  return spawnSync("gpg", ["--version"]).status === 0;
}
