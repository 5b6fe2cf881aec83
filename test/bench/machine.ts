import { execFileSync } from "node:child_process";
import { cpus, platform, release, totalmem } from "node:os";
import { Database } from "../../src/duckdb/database.ts";

/** What the numbers depend on beside the code: the machine, the versions, the commit. */
export async function describeMachine(): Promise<Record<string, string | number>> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    system: `${platform()} ${release()}`,
    node: process.version,
    duckdb: await duckDbVersion(),
    date: new Date().toISOString(),
    commit: git("rev-parse", "HEAD"),
    changedFiles: git("status", "--porcelain").split("\n").filter(Boolean).length,
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
