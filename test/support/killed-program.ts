import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Runs a program of Node and kills it so long after its output has `sign`: a slow machine would have done nothing at all
 * otherwise. Returns its output.
 */
export async function killAfter(args: readonly string[], sign: RegExp, delayMs: number): Promise<string> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") },
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  const ended = once(child, "close");
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (text: string) => {
      output += text;
      if (sign.test(output)) {
        resolve();
      }
    });
  });
  await Promise.race([ready, ended]);
  assert.match(output, sign, "the program ended before it was killed");
  const timer = setTimeout(() => child.kill("SIGKILL"), delayMs);
  await ended;
  clearTimeout(timer);
  return output;
}

/** From 0 up to 1, the same for a seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
