import { isAbsolute } from "node:path";
import { parseArgs } from "node:util";
import { parseAllowedHost } from "../egress/host-rules.ts";
import { minSamplePeople } from "../sample/load-sample.ts";
import type { SparkOptions, StartOptions } from "./start.ts";

/** Error for invalid command-line arguments. The message names the argument and shows the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const usage =
  "node service.js --data DIR [--port N] [--sample] [--people N] [--seed N] [--profile FILE] [--idle-exit SECONDS] [--memory 2GB] [--threads N] [--log FILE] [--engine spark --spark-remote sc://HOST:PORT --catalog-uri URL [--catalog NAME] [--warehouse NAME] [--namespace NAME]] [--allow-host HOST[:PORT]]... [--allow-folder DIR]...";

/** Parses the command-line arguments that `createServiceArguments` creates. Throws `UsageError`. */
export function parseServiceArguments(args: readonly string[]): StartOptions {
  const { values } = parse(args);
  if (!values.data) {
    throw new UsageError(`--data is missing: the folder for the service's files. Usage: ${usage}`);
  }
  return {
    dataFolder: values.data,
    port: wholeNumber("--port", values.port, 0, 65_535) ?? 0,
    hasSample: values.sample,
    ...optionalField("people", wholeNumber("--people", values.people, minSamplePeople, 2_000_000)),
    ...optionalField("seed", wholeNumber("--seed", values.seed, 0, 2_147_483_646)),
    ...optionalField("profile", values.profile),
    ...optionalField("idleExitSeconds", wholeNumber("--idle-exit", values["idle-exit"], 1, 31_536_000)),
    ...optionalField("memoryLimit", memorySize("--memory", values.memory)),
    ...optionalField("threads", wholeNumber("--threads", values.threads, 1, 1024)),
    ...optionalField("logFile", values.log),
    ...optionalField("spark", sparkOptions(values)),
    allowedHosts: values["allow-host"].map(hostText),
    allowedFolders: values["allow-folder"].map(folderPath),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: text,
        port: text,
        sample: { type: "boolean", default: false },
        people: text,
        seed: text,
        profile: text,
        "idle-exit": text,
        memory: text,
        threads: text,
        log: text,
        engine: text,
        "spark-remote": text,
        "catalog-uri": text,
        catalog: text,
        warehouse: text,
        namespace: text,
        "allow-host": { ...text, multiple: true, default: [] },
        "allow-folder": { ...text, multiple: true, default: [] },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : "Bad arguments"} Usage: ${usage}`, {
      cause: error,
    });
  }
}

/** Returns an object with one field, or an empty object if the value is undefined. */
function optionalField<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}

function wholeNumber(name: string, value: string | undefined, minimum: number, maximum: number): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= minimum && number <= maximum)) {
    throw new UsageError(`${name} must be a whole number from ${minimum} to ${maximum}. Usage: ${usage}`);
  }
  return number;
}

function memorySize(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^\d+(\.\d+)?[KMGT]i?B$/i.test(value)) {
    throw new UsageError(`${name} must be a size such as 512MB or 2GB. Usage: ${usage}`);
  }
  return value;
}

/** Names of the options that require `--engine spark`. */
const sparkNames = ["spark-remote", "catalog-uri", "catalog", "warehouse", "namespace"] as const;

function sparkOptions(values: ReturnType<typeof parse>["values"]): SparkOptions | undefined {
  const { engine, "spark-remote": remote, "catalog-uri": catalogUri, catalog, warehouse, namespace } = values;
  if (engine === undefined || engine === "duckdb") {
    const given = sparkNames.find((name) => values[name] !== undefined);
    if (given !== undefined) {
      throw new UsageError(`--${given} is for --engine spark. Usage: ${usage}`);
    }
    return undefined;
  }
  if (engine !== "spark") {
    throw new UsageError(`--engine must be duckdb or spark. Usage: ${usage}`);
  }
  if (remote === undefined || catalogUri === undefined) {
    throw new UsageError(`--engine spark needs --spark-remote and --catalog-uri. Usage: ${usage}`);
  }
  if (/;\s*token\s*=/i.test(remote)) {
    throw new UsageError(
      "--spark-remote must have no token, because other users of the machine can read arguments. Set it by WORKFORCE_SPARK_TOKEN.",
    );
  }
  return {
    remote,
    catalogUri,
    catalog: catalog ?? "lake",
    namespace: namespace ?? "workforce",
    ...optionalField("warehouse", warehouse),
  };
}

function hostText(value: string): string {
  if (!parseAllowedHost(value)) {
    throw new UsageError(
      `--allow-host, or an entry of the setting workforce.localService.allowedHosts, must be a host name or an address, with a port or without, such as db.example.com:5432 or [2001:db8::5]:443. Usage: ${usage}`,
    );
  }
  return value;
}

/** A relative path would mean another folder to each program that starts the service. */
function folderPath(value: string): string {
  if (!isAbsolute(value)) {
    throw new UsageError(
      `--allow-folder, or an entry of the setting workforce.localService.allowedFolders, must be the absolute path of a folder. Usage: ${usage}`,
    );
  }
  return value;
}
