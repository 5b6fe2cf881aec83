import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PostgresqlParameters } from "../../../src/service/drivers/providers.ts";
import { findProgram, freePort, ordinaryUser, postgresqlFolders, startProgram, type TestServer } from "./programs.ts";

export interface PostgresqlServer extends TestServer {
  readonly parameters: PostgresqlParameters;
  /** Runs statements by `psql` and returns what they give, unaligned, with tabs. */
  psql(sql: string): string;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
}

/** Whether PostgreSQL is installed. */
export function hasPostgresql(): boolean {
  return findProgram("initdb", postgresqlFolders()) !== undefined && findProgram("psql") !== undefined;
}

/** Starts Debian's PostgreSQL with an empty database in a folder of its own. */
export async function startPostgresql(): Promise<PostgresqlServer> {
  const folder = mkdtempSync(join(tmpdir(), "workforce-postgresql-"));
  const user = ordinaryUser();
  const password = "pg-Secret-1";
  const passwordFile = join(folder, "password");
  const data = join(folder, "data");
  writeFileSync(passwordFile, password);
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const program = (name: string) => findProgram(name, postgresqlFolders()) ?? name;
  const made = spawnSync(
    program("initdb"),
    ["-D", data, "-U", "workforce", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8", "--no-sync"],
    { ...user, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } },
  );
  if (made.status !== 0) {
    throw new Error(`initdb: ${made.stderr}`);
  }
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "fsync=off", "max_wal_size=4GB"];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = await startProgram(program("postgres"), args, /ready to accept connections/, user);
  const stop = async (signal: NodeJS.Signals) => {
    await server.stop(signal);
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    port,
    parameters: { host: "127.0.0.1", port, database: "postgres", user: "workforce", password },
    psql(sql) {
      const { status, stdout, stderr } = spawnSync(
        "psql",
        ["-X", "-q", "-A", "-t", "-F", "\t", "-h", "127.0.0.1", "-p", String(port), "-U", "workforce", "postgres"],
        { input: sql, encoding: "utf8", env: { ...process.env, PGPASSWORD: password }, maxBuffer: 1 << 30 },
      );
      if (status !== 0 || stderr.includes("ERROR")) {
        throw new Error(`psql: ${stderr}`);
      }
      return stdout.trimEnd();
    },
    // Without waiting for sessions that are open.
    stop: () => stop("SIGINT"),
    kill: () => stop("SIGQUIT"),
  };
}
