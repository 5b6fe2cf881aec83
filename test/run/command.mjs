import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { endProcessTree } from "../vscode/host/process-tree.mjs";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd] The top folder of the repository when left out.
 * @property {NodeJS.ProcessEnv} [env] Added to the environment of this process.
 * @property {number} [timeoutMs] The command and everything it started end after this time.
 * @property {"live" | "atEnd" | "onFailure"} [shows] When its output is shown; live unless said otherwise.
 * @property {(output: Buffer) => void} [print] Takes output that is not shown live; on standard error when left out.
 */

/**
 * Runs a command to its end and gives its exit code; a command that cannot be started or runs out of time gives 1.
 * Programs of node_modules/.bin are found by name.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<number>}
 */
export function runCommand(program, args, options = {}) {
  const { cwd = repositoryRoot, env = {}, timeoutMs, shows = "live" } = options;
  const { print = (/** @type {Buffer} */ output) => process.stderr.write(output) } = options;
  const path = [join(repositoryRoot, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const isWindows = process.platform === "win32";
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: shows === "live" ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    // npm and the programs of node_modules/.bin are .cmd files there, which only a shell can start.
    shell: isWindows,
    detached: !isWindows,
  });
  const forget = endProcessTree.atExit(child);
  /** @type {Buffer[]} */
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          console.error(`${program} did not end within ${timeoutMs / 1000} seconds and was stopped.`);
          endProcessTree(child);
        }, timeoutMs);
  return new Promise((resolve) => {
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      forget();
      if (shows === "atEnd" || (shows === "onFailure" && code !== 0)) {
        print(Buffer.concat(output));
      }
      resolve(code);
    };
    child.on("error", (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      finish(1);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}

/**
 * Runs a command that must succeed.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {CommandOptions} [options]
 */
export async function mustRun(program, args, options) {
  const code = await runCommand(program, args, options);
  if (code !== 0) {
    throw new Error(`"${program} ${args.join(" ")}" ended with code ${code}.`);
  }
}
