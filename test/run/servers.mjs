import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.mjs";
import { installPackage, mayInstallPackages } from "./debian-packages.mjs";
import { cacheFolder } from "./repository.mjs";

/** Folder of the Python environment with moto, which has an S3-compatible store. */
const motoFolder = join(cacheFolder, "moto");
const motoVersion = "5.2.5";

/**
 * The servers that drivers are tested with, beside doubles of them that run everywhere.
 *
 * @type {readonly { name: string; isThere: () => boolean; install: () => Promise<unknown> }[]}
 */
const servers = [
  {
    name: "PostgreSQL",
    isThere: () => existsSync("/usr/lib/postgresql") && readdirSync("/usr/lib/postgresql").length > 0,
    install: () => installPackage("PostgreSQL", ["postgresql"]),
  },
  {
    name: "OpenSSH",
    isThere: () => existsSync("/usr/sbin/sshd"),
    install: () => installPackage("OpenSSH's server", ["openssh-server"]),
  },
  { name: "moto", isThere: () => existsSync(join(motoFolder, "bin", "moto_server")), install: installMoto },
];

/**
 * Installs the servers that are missing where it may: those of Debian as root, as in a container, and moto from PyPI into a
 * folder of its own. Says which are there: tests of the others are left out, and do not count as passed.
 */
export async function ensureServers() {
  for (const { isThere, install } of servers) {
    if (!isThere() && mayInstallPackages()) {
      await install();
    }
  }
  /** @param {boolean} wanted */
  const names = (wanted) => servers.filter(({ isThere }) => isThere() === wanted).map(({ name }) => name);
  const missing = names(false);
  console.log(
    `Drivers are tested with ${names(true).join(", ") || "no server that is installed"}${missing.length > 0 ? `, and not with ${missing.join(", ")}, which ${missing.length === 1 ? "is" : "are"} not there` : ""}.`,
  );
}

async function installMoto() {
  if (spawnSync("python3", ["-c", "import venv, ensurepip"]).status !== 0) {
    return;
  }
  console.log("Installing moto (pip install) ...");
  const pip = join(motoFolder, "bin", "pip");
  if ((await runCommand("python3", ["-m", "venv", motoFolder], { shows: "onFailure" })) === 0) {
    await runCommand(pip, ["install", "--quiet", `moto[server]==${motoVersion}`], { shows: "onFailure" });
  }
}
