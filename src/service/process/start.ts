import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../base/guards.ts";

/** The line that the service prints to standard output when it is ready, as JSON. */
export interface ReadyLine {
  /** For example `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly tenantCode: string;
  /**
   * Random text, new on each start. Never sent over HTTP, so that `instanceProof` distinguishes this service from any
   * other.
   */
  readonly instance: string;
}

/** Content of `service.json`, which a running service writes to its data folder so that others find it. */
export interface ServiceFile extends ReadyLine {
  readonly pid: number;
  /** The client application that is registered for the `password` grant. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Names of operations that this service answers with 501; missing in files of earlier versions. */
  readonly unavailableOperations?: readonly string[];
}

export interface StartOptions {
  readonly dataFolder: string;
  /** Port to listen on; 0, the default, takes a free one. */
  readonly port?: number;
  /** Loads the sample workforce where it is missing. */
  readonly hasSample?: boolean;
  readonly people?: number;
  readonly seed?: number;
  /** Path of a deployment profile file. */
  readonly profile?: string;
  /** Ends the service after this time without calls; by default it never ends. */
  readonly idleExitSeconds?: number;
  /** Memory limit of each tenant's database, for example `2GB`. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** File to append the log to, instead of standard error. */
  readonly logFile?: string;
}

/**
 * Number of threads in Node's pool, passed to the service process as `UV_THREADPOOL_SIZE`. DuckDB occupies one thread
 * while a statement runs: with Node's default of four, four long statements would leave none for a sign-in or for
 * reading a file.
 */
export const poolThreads = 64;

/** File name of the service's bundle in `dist` of the built extension. */
export const serviceBundle = "service.js";

/**
 * Path of the liveness check. A GET with `?challenge=`, 43 random base64url characters, answers `{pid, proof}` and
 * restarts the time of `--idle-exit`, as any other call does. Sends no secret, so that another process on the port
 * learns nothing.
 */
export const alivePath = "/internal/alive";

/**
 * Answer of the service with this `instance` text to a challenge on its port. It includes the port, because otherwise a
 * process on the port of a service that has ended could forward the challenge to that service's successor.
 */
export function instanceProof(instance: string, challenge: string, port: number): string {
  return createHmac("sha256", instance).update(`${challenge} ${port}`).digest("base64url");
}

/** Exit codes of the program. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, folderInUse: 3 } as const;

/** Command-line arguments for the program, to follow the path of its bundle. */
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

/** Module, arguments and limits for starting the service as a Node process, which prints the ready line first. */
export function serviceProcess(extensionFolder: string, options: StartOptions) {
  return {
    modulePath: join(extensionFolder, "dist", serviceBundle),
    args: serviceArguments(options),
    heapLimitMb: 1024,
    threads: poolThreads,
    readiness: "line",
  } as const;
}

/** Parses the ready line; returns `undefined` for any other line. */
export function parseReadyLine(line: string): ReadyLine | undefined {
  const value = parseRecord(line);
  return value && hasTextFields(value, readyFields) ? (value as unknown as ReadyLine) : undefined;
}

const readyFields = ["url", "apiKey", "username", "password", "tenantCode", "instance"];

/** Path of the file that describes a running service. */
export function serviceFilePath(dataFolder: string): string {
  return join(dataFolder, "service.json");
}

/**
 * Reads `service.json` of a data folder. Returns `undefined` when there is none or the process that wrote it has ended.
 * Check `alivePath` before relying on it: another process may have the same id by now.
 */
export function readServiceFile(dataFolder: string): ServiceFile | undefined {
  let text: string;
  try {
    text = readFileSync(serviceFilePath(dataFolder), "utf8");
  } catch {
    // Without a readable file there is no service to use.
    return undefined;
  }
  const value = parseRecord(text);
  if (!value || !hasTextFields(value, [...readyFields, "clientId", "clientSecret"])) {
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
    // Not JSON: an incomplete file, or other output.
    return undefined;
  }
}

function hasTextFields(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
