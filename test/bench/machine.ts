import { execFileSync } from "node:child_process";
import { cpus, platform, release, totalmem } from "node:os";
import { Database } from "../../src/duckdb/database.ts";
import type { Origin } from "./report.ts";

/** What the numbers depend on: the code, the machine and the versions. */
export async function describeOrigin(size: Origin["size"]): Promise<Origin> {
  const processors = cpus();
  return {
    commit: git("rev-parse", "HEAD"),
    date: new Date().toISOString(),
    machine: {
      cpu: processors[0]?.model.trim() ?? "unknown",
      cores: processors.length,
      memoryMb: Math.round(totalmem() / 1024 / 1024),
      system: `${platform()} ${release()}`,
      node: process.version,
      duckdb: await duckDbVersion(),
      changedFiles: git("status", "--porcelain").split("\n").filter(Boolean).length,
    },
    size,
  };
}

async function duckDbVersion(): Promise<string> {
  const database = await Database.open(":memory:");
  try {
    const [row] = await database.use((connection) => connection.rows("SELECT version() AS version"));
    return String(row?.version);
  } finally {
    database.close();
  }
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
  } catch {
    // Not a checkout: the numbers are as good, only their origin is not known.
    return "";
  }
}
