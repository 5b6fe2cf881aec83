import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../base/guards.ts";

/** The line the service prints on its standard output when it is ready, as JSON. */
export interface ReadyLine {
  /** For example `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly tenantCode: string;
  /** Random, made anew on each start; it never travels over HTTP, so that `instanceProof` tells this service from any other. */
  readonly instance: string;
}

/** What a running service leaves in its data folder so that others find it. */
export interface ServiceFile extends ReadyLine {
  readonly pid: number;
  /** The client application that is registered for the `password` grant. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Operations that this service answers with 501; left out by a service that does not say. */
  readonly unavailableOperations?: readonly string[];
}

export interface StartOptions {
  readonly dataFolder: string;
  /** 0, a free one, unless named. */
  readonly port?: number;
  /** Loads the sample workforce where it is not there yet. */
  readonly hasSample?: boolean;
  readonly people?: number;
  readonly seed?: number;
  /** Path of a deployment profile. */
  readonly profile?: string;
  /** Ends the service when nobody has called it for so long; never unless named. */
  readonly idleExitSeconds?: number;
  /** Memory of each tenant's database, for example `2GB`. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** File that the log is appended to, instead of standard error. */
  readonly logFile?: string;
}

/**
 * Threads of Node's pool, to be given to the process of the service as `UV_THREADPOOL_SIZE`. DuckDB holds one for as long as a
 * statement runs: with the four of Node's own default, four long statements would leave none for a sign-in or for reading a file.
 */
export const poolThreads = 64;

/** File of the service's bundle in the folder of the built extension. */
export const serviceBundle = "service.js";

/**
 * A GET of this path with `?challenge=`, random text of 43 base64url characters, answers `{pid, proof}` and keeps the service
 * from ending by `--idle-exit`, as any other call does. No secret goes along: whoever took the port learns nothing.
 */
export const alivePath = "/internal/alive";

/**
 * What the service of `instance` answers to a challenge on its port. Of the port as well, or whoever took the port of a
 * service that has ended could pass the challenge on to the one that came after it.
 */
export function instanceProof(instance: string, challenge: string, port: number): string {
  return createHmac("sha256", instance).update(`${challenge} ${port}`).digest("base64url");
}

/** What the program ends with. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, folderInUse: 3 } as const;

/** Arguments of the program, after the path of its bundle. */
export function serviceArguments(options: StartOptions): string[] {
  const values: readonly (readonly [string, string | number | undefined])[] = [
    ["--port", options.port ?? 0],
    ["--data", options.dataFolder],
    ["--people", options.people],
    ["--seed", options.seed],
    ["--profile", options.profile],
    ["--idle-exit", options.idleExitSeconds],
    ["--memory", options.memoryLimit],
    ["--threads", options.threads],
    ["--log", options.logFile],
  ];
  return [
    ...values.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...(options.hasSample ? ["--sample"] : []),
  ];
}

/** How the service is started as a Node process; its first line is the ready line. */
export function serviceProcess(extensionFolder: string, options: StartOptions) {
  return {
    modulePath: join(extensionFolder, "dist", serviceBundle),
    args: serviceArguments(options),
    heapLimitMb: 1024,
    threads: poolThreads,
    readiness: "line",
  } as const;
}

/** The ready line, or `undefined` for any other line. */
export function parseReadyLine(line: string): ReadyLine | undefined {
  const value = parseRecord(line);
  return value && hasTexts(value, readyFields) ? (value as unknown as ReadyLine) : undefined;
}

const readyFields = ["url", "apiKey", "username", "password", "tenantCode", "instance"];

/** Path of the file of a running service. */
export function serviceFilePath(dataFolder: string): string {
  return join(dataFolder, "service.json");
}

/**
 * The service that runs on a data folder; `undefined` when there is none or only the file of one that has died. Ask
 * `alivePath` before relying on it: the process of the same number may be another one by now.
 */
export function readServiceFile(dataFolder: string): ServiceFile | undefined {
  let text: string;
  try {
    text = readFileSync(serviceFilePath(dataFolder), "utf8");
  } catch {
    // No file, no service; a file nobody may read is as good as none.
    return undefined;
  }
  const value = parseRecord(text);
  if (!value || !hasTexts(value, [...readyFields, "clientId", "clientSecret"])) {
    return undefined;
  }
  const { pid, unavailableOperations = [] } = value;
  if (!Array.isArray(unavailableOperations) || !unavailableOperations.every((name) => typeof name === "string")) {
    return undefined;
  }
  return typeof pid === "number" && isRunning(pid) ? (value as unknown as ServiceFile) : undefined;
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Not JSON: half a file, or a line of something else.
    return undefined;
  }
}

function hasTexts(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's is running all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
