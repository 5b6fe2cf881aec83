import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  parseReadyLine,
  type ReadyLine,
  serviceBundleFileName,
  threadPoolSize,
} from "../../src/service/process/start.ts";
import { sendRequest, type TestAnswer, type TestRequest } from "./running-service.ts";

/** The end of a process: its exit code, or the signal that ended it, and all that it wrote. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** Rejects when the process ends without having been ready. */
  readonly ready: Promise<ReadyLine>;
  readonly end: Promise<ProgramEnd>;
}

/** The service as the program that ships, of the last build. */
export interface ServiceProgram {
  /** `environment` is added to that of this process. */
  start(args: readonly string[], environment?: NodeJS.ProcessEnv): RunningProgram;
  /** Ends what still runs. */
  dispose(): Promise<void>;
}

/** Sends a request to a program with the token of its user. An answer other than 200 fails the test. */
export type ProgramCall = (method: string, path: string, content?: TestRequest) => Promise<TestAnswer>;

/** Signs in to a program as soon as it is ready. */
export async function signIn({ ready }: RunningProgram): Promise<ProgramCall> {
  const { url, apiKey, username, password } = await ready;
  const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
  const proof = { apikey: apiKey, cookie: `ServiceASIDToken=${token.text}` };
  return async (method, path, content) => {
    const answer = await sendRequest(url, method, path, { ...content, headers: { ...proof, ...content?.headers } });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
}

/** Sends a request of the operations on table sources; `path` follows `/v1alpha/data/table-sources`. */
export type TableSourceCall = (method: string, path: string, json?: unknown) => Promise<TestAnswer>;

export async function signInToTables(running: RunningProgram): Promise<TableSourceCall> {
  const call = await signIn(running);
  return (method, path, json) =>
    call(method, `/v1alpha/data/table-sources${path}`, { ...(json !== undefined && { json }) });
}

export function serviceProgram(): ServiceProgram {
  const running = new Set<RunningProgram>();
  return {
    start(args, environment) {
      const program = startProgram(args, environment);
      running.add(program);
      program.end.then(() => running.delete(program)).catch(() => undefined);
      return program;
    },
    async dispose() {
      for (const { process: child, end } of [...running]) {
        child.kill("SIGKILL");
        await end;
      }
    },
  };
}

function startProgram(args: readonly string[], environment: NodeJS.ProcessEnv | undefined): RunningProgram {
  const child = spawn(process.execPath, [join("dist", serviceBundleFileName), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threadPoolSize), ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const end = new Promise<ProgramEnd>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const ready = new Promise<ReadyLine>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const parsed = parseReadyLine(line);
      if (parsed) {
        resolve(parsed);
      }
    });
    end.then(({ code, stderr: said }) => reject(new Error(`The service ended with ${code}: ${said}`)), reject);
  });
  // Whoever waits for the end alone has no use for the failure to be ready.
  ready.catch(() => undefined);
  return { process: child, ready, end };
}
