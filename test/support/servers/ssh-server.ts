import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { SftpParameters } from "../../../src/service/drivers/providers.ts";
import { findProgram, freePort, startProgram, type TestServer } from "./programs.ts";

export interface SftpServer extends TestServer {
  readonly parameters: SftpParameters;
  /** Folder of this machine that holds what the server shows. */
  readonly folder: string;
}

const folders = ["/usr/sbin", "/usr/bin"];

/** Whether OpenSSH's server is installed. */
export function hasOpenSsh(): boolean {
  return findProgram("sshd", folders) !== undefined && findProgram("ssh-keygen", folders) !== undefined;
}

/** Starts OpenSSH's server, to which the user of the tests may sign in by a key. */
export async function startOpenSsh(): Promise<SftpServer> {
  const root = mkdtempSync(join(tmpdir(), "workforce-sshd-"));
  const folder = join(root, "files");
  mkdirSync(folder);
  const keyOf = (name: string) => {
    const path = join(root, name);
    spawnSync(findProgram("ssh-keygen", folders) ?? "", ["-q", "-t", "ed25519", "-N", "", "-f", path]);
    return path;
  };
  const hostKey = keyOf("host");
  const userKey = keyOf("user");
  writeFileSync(join(root, "authorized"), readFileSync(`${userKey}.pub`));
  const port = await freePort();
  if (process.getuid?.() === 0 && !existsSync("/run/sshd")) {
    mkdirSync("/run/sshd", { mode: 0o755 });
  }
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${join(root, "authorized")}`,
    `PidFile ${join(root, "pid")}`,
    "Subsystem sftp internal-sftp",
    "PermitRootLogin yes",
    "StrictModes no",
    "PasswordAuthentication no",
    "UsePAM no",
  ];
  const file = join(root, "sshd_config");
  writeFileSync(file, settings.join("\n"));
  // It wants to be called by its full path.
  const server = await startProgram(
    findProgram("sshd", folders) ?? "",
    ["-D", "-e", "-f", file],
    /Server listening on/,
  );
  const privateKey = readFileSync(userKey, "utf8");
  return {
    port,
    folder,
    parameters: { host: "127.0.0.1", port, user: userInfo().username, privateKey, folder },
    async stop() {
      await server.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
