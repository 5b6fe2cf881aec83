import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { cookieNamesOf } from "../../src/contract/deployment-profile.ts";
import {
  createServiceProcessOptions,
  parseReadyLine,
  type ReadyLine,
  type StartOptions,
} from "../../src/service/process/start.ts";
import { type BenchOptions, engineLimits, seed } from "./bench-options.ts";
import { endChild, firstLine } from "./programs.ts";

/** A running embedded service, signed in to. */
export interface BenchService {
  readonly pid: number;
  /** Sends a SQL-like query and gives the answer's body as it comes; throws for anything but 200. */
  query(text: string, accept: string): Promise<Readable>;
}

/** Generating a million people takes minutes. */
const startTimeoutMs = 45 * 60_000;

/** Runs `work` with the service as the extension starts it, in its own process. */
export async function withServiceProcess<Value>(
  { extensionFolder }: Pick<BenchOptions, "extensionFolder">,
  options: StartOptions,
  work: (service: { readonly pid: number; readonly ready: ReadyLine }) => Promise<Value>,
): Promise<Value> {
  const { modulePath, args, threads } = createServiceProcessOptions(extensionFolder, {
    ...engineLimits,
    logFile: join(options.dataFolder, "..", "service.log"),
    ...options,
  });
  const child = spawn(process.execPath, [modulePath, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threads) },
  });
  const endWithBench = () => child.kill("SIGKILL");
  process.once("exit", endWithBench);
  try {
    const ready = parseReadyLine(await firstLine(child, "The service", startTimeoutMs));
    if (!ready || child.pid === undefined) {
      throw new Error("The service printed no ready line.");
    }
    return await work({ pid: child.pid, ready });
  } finally {
    await endChild(child);
    process.off("exit", endWithBench);
  }
}

/** Runs `work` with the service on a folder with the sample workforce; what is missing is generated. */
export async function withService<Value>(
  options: BenchOptions,
  dataFolder: string,
  work: (service: BenchService) => Promise<Value>,
): Promise<Value> {
  const sample = { dataFolder, hasSample: true, people: options.size.people, seed };
  return await withServiceProcess(options, sample, async ({ pid, ready }) => work(await signIn(pid, ready)));
}

async function signIn(pid: number, { url, apiKey, username, password }: ReadyLine): Promise<BenchService> {
  const agent = new Agent({ keepAlive: true });
  const token = await readText(
    await send(
      agent,
      `${url}/v1/admin/serviceSecureToken`,
      {
        apikey: apiKey,
        accept: "text/plain",
        "content-type": "application/x-www-form-urlencoded",
      },
      new URLSearchParams({ username, password }).toString(),
    ),
  );
  return {
    pid,
    query: (text, accept) =>
      send(
        agent,
        `${url}/v1/data/query/sql`,
        {
          apikey: apiKey,
          cookie: `${cookieNamesOf({}).asid}=${token}`,
          accept: `${accept}, application/json`,
          "content-type": "application/json",
        },
        JSON.stringify({ query: text }),
      ),
  };
}

/** Plain `node:http`, so that what is measured is the service and not a client. */
function send(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        if (response.statusCode === 200) {
          resolve(response);
          return;
        }
        readText(response).then(
          (text) =>
            reject(new Error(`${new URL(url).pathname} answered ${response.statusCode}: ${text.slice(0, 300)}`)),
          reject,
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

export async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Memory of a process, in bytes: now, and the most it ever had. Only where the system has `/proc`. */
export async function readMemory(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

const memoryIntervalMs = 20;

/** Looks at a process's memory again and again; `stop` gives by how many bytes it grew at most. */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<number> }> {
  const before = (await readMemory(pid)).now;
  let peak = before;
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      peak = Math.max(peak, (await readMemory(pid)).now);
      await new Promise((resolve) => setTimeout(resolve, memoryIntervalMs));
    }
  };
  const watching = watch();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return peak - before;
    },
  };
}
