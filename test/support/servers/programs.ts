import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

/** A server of a test, on loopback. */
export interface TestServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Finds a program on the path or in one of some folders. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  return [...(process.env.PATH ?? "").split(delimiter), ...folders]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Folders of Debian's PostgreSQL, the newest first. */
export function postgresqlFolders(): readonly string[] {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root) : [];
  return versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(root, version, "bin"));
}

/** The user and group with which a program runs that does not want to run as root. */
export function ordinaryUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const idOf = (option: string) => Number(spawnSync("id", [option, "nobody"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** A port on which nobody listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Starts a server and waits until it says that it is ready. */
export async function startProgram(
  program: string,
  args: readonly string[],
  ready: RegExp,
  options: { readonly uid?: number; readonly gid?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly process: ChildProcess; stop(signal?: NodeJS.Signals): Promise<void> }> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const endWithTests = () => child.kill("SIGKILL");
  process.once("exit", endWithTests);
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      process.off("exit", endWithTests);
      resolve();
    }),
  );
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString();
      if (ready.test(output)) {
        resolve();
      }
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
  });
  return {
    process: child,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}
