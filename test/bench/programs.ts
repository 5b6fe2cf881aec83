import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Channel } from "../../src/protocol/channel.ts";
import { engineLimits } from "./bench-options.ts";
import type { ReferenceRequests } from "./reference-protocol.ts";

/** The process that runs hand-written SQL. */
export type Reference = Channel<ReferenceRequests, Record<never, never>>;

/** Runs `work` with a process of its own that has a database open, under the same limits as what it is compared with. */
export async function withReference<Value>(
  programFolder: string,
  path: string,
  temporaryFolder: string,
  work: (reference: Reference) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, [join(programFolder, "reference-process.js")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const channel: Reference = new Channel({ port: { post: (packet) => child.send(packet) }, handlers: {} });
  child.on("message", (message) => channel.receive(message));
  child.on("exit", (code) => channel.close({ code: "ended", message: `The reference process ended with ${code}.` }));
  try {
    await channel.request("open", { path, temporaryFolder, ...engineLimits });
    const value = await work(channel);
    await channel.request("close", {});
    return value;
  } finally {
    await endChild(child);
  }
}

/** Runs `work` with a server, in a process of its own, that answers every request with the file. */
export async function withStaticServer<Value>(
  programFolder: string,
  file: string,
  contentType: string,
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  return await withProgram(programFolder, "static-server.js", [file, contentType], work);
}

/** Runs `work` with a server of the bench, in a process of its own, that prints its address. */
export async function withProgram<Value>(
  programFolder: string,
  program: string,
  args: readonly string[],
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const child = spawn(process.execPath, [join(programFolder, program), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    return await work(await firstLine(child, program, 30_000));
  } finally {
    await endChild(child);
  }
}

/** The first line that a process prints; rejects when it ends before or takes too long. */
export function firstLine(child: ChildProcess, name: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} was not ready in ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`${name} ended with code ${code} before it was ready.`)));
    if (child.stdout) {
      createInterface({ input: child.stdout }).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
      });
    }
  });
}

/** Ends a process and waits until it is gone. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return;
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(timer);
}
