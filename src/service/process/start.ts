import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasErrorCode } from "../../base/error-causes.ts";
import { isRecord } from "../../base/guards.ts";

/** Content of the JSON line that the service prints to standard output when it is ready. */
export interface ReadyLine {
  /** Base URL, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly tenantCode: string;
  /**
   * Random text, new on each start and never sent over HTTP. With it, `computeInstanceProof` proves the identity of the
   * service.
   */
  readonly instance: string;
}

/**
 * Content of `service.json`, which a running service writes to its data folder. Other processes find the service with
 * it.
 */
export interface ServiceFile extends ReadyLine {
  readonly pid: number;
  /** Id of the client application that is registered for the `password` grant. */
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Addresses of Spark and its Iceberg catalog. Their tokens are never arguments: see docs/spark-cluster.md. */
export interface SparkOptions {
  /** Address of Spark Connect, such as `sc://spark.example:443/;use_ssl=true`. The service refuses one with a token. */
  readonly remote: string;
  /** Address of the Iceberg REST catalog. */
  readonly catalogUri: string;
  /** Name of the catalog in Spark. */
  readonly catalog: string;
  readonly warehouse?: string;
  /** Namespace with those of the tenants, its parts separated by dots. */
  readonly namespace: string;
}

export interface StartOptions {
  readonly dataFolder: string;
  /** Port that the service listens on. The default 0 chooses a free port. */
  readonly port?: number;
  /** Whether to load the sample workforce if it is missing. */
  readonly hasSample?: boolean;
  readonly people?: number;
  readonly seed?: number;
  /** Path of a deployment profile file. */
  readonly profile?: string;
  /** Time without calls after which the service ends, in seconds. By default it never ends. */
  readonly idleExitSeconds?: number;
  /** Memory limit of the data of all tenants, and of the rows of all table sources; for example `2GB`. */
  readonly memoryLimit?: string;
  readonly threads?: number;
  /** The Spark cluster that has the rows of table sources. By default they are in a file of the data folder. */
  readonly spark?: SparkOptions;
  /** Path of the log file. By default the log goes to standard error. */
  readonly logFile?: string;
  /** Hosts that the service may connect to, as `host` or `host:port`. This machine is always allowed. */
  readonly allowedHosts?: readonly string[];
  /** Absolute paths of folders that the service may exchange files through, besides inbox and outbox. */
  readonly allowedFolders?: readonly string[];
}

/**
 * Number of threads in Node's thread pool, passed to the service process as `UV_THREADPOOL_SIZE`. A DuckDB statement
 * occupies one thread while it runs. With Node's default of four, four long statements would block sign-ins and file
 * reads.
 */
export const threadPoolSize = 64;

/** File name of the service's bundle in `dist` of the built extension. */
export const serviceBundleFileName = "service.js";

/**
 * Path of the liveness check: a GET with `?challenge=`, 43 random base64url characters. The response is `{pid, proof}`.
 * Like any other call, it postpones the exit of an idle service. The request contains no secret that another process on
 * the port could learn.
 */
export const livenessPath = "/internal/alive";

/**
 * Computes the service's response to a liveness challenge from its `instance` text. The proof includes the port, so
 * that another process cannot forward the challenge to a service on a different port.
 */
export function computeInstanceProof(instance: string, challenge: string, port: number): string {
  return createHmac("sha256", instance).update(`${challenge} ${port}`).digest("base64url");
}

/** Exit codes of the program. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, folderInUse: 3 } as const;

/** Creates the command-line arguments of the service program. */
export function createServiceArguments(options: StartOptions): string[] {
  const { spark } = options;
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
    ["--engine", spark && "spark"],
    ["--spark-remote", spark?.remote],
    ["--catalog-uri", spark?.catalogUri],
    ["--catalog", spark?.catalog],
    ["--warehouse", spark?.warehouse],
    ["--namespace", spark?.namespace],
    ...(options.allowedHosts ?? []).map((host) => ["--allow-host", host] as const),
    ...(options.allowedFolders ?? []).map((folder) => ["--allow-folder", folder] as const),
  ];
  return [
    ...values.flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)])),
    ...(options.hasSample ? ["--sample"] : []),
  ];
}

/** Returns module, arguments and limits for starting the service as a Node process. */
export function createServiceProcessOptions(extensionFolder: string, options: StartOptions) {
  return {
    modulePath: join(extensionFolder, "dist", serviceBundleFileName),
    args: createServiceArguments(options),
    heapLimitMb: 1024,
    threads: threadPoolSize,
    readiness: "line",
  } as const;
}

/** Parses the ready line of the service. Returns undefined for any other line. */
export function parseReadyLine(line: string): ReadyLine | undefined {
  const value = parseRecord(line);
  return value && hasTextFields(value, readyFields) ? (value as unknown as ReadyLine) : undefined;
}

const readyFields = ["url", "apiKey", "username", "password", "tenantCode", "instance"];

/** Returns the path of `service.json` in a data folder. */
export function serviceFilePathOf(dataFolder: string): string {
  return join(dataFolder, "service.json");
}

/**
 * Reads `service.json` of a data folder. Returns undefined when the file is missing or its process has ended. Another
 * process can have the same process id, so callers must also check `livenessPath`.
 */
export function readServiceFile(dataFolder: string): ServiceFile | undefined {
  let text: string;
  try {
    text = readFileSync(serviceFilePathOf(dataFolder), "utf8");
  } catch {
    // Without a readable file there is no service to use.
    return undefined;
  }
  const value = parseRecord(text);
  if (!value || !hasTextFields(value, [...readyFields, "clientId", "clientSecret"])) {
    return undefined;
  }
  const { pid } = value;
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
    return hasErrorCode(error, "EPERM");
  }
}
