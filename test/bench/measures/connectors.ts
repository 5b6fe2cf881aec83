import { execFile } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { openFileStore } from "../../../src/service/drivers/drivers.ts";
import type { FileConnection } from "../../../src/service/drivers/providers.ts";
import { createDriverContext } from "../../support/servers/driver-context.ts";
import { hasPostgresql, startPostgresql } from "../../support/servers/postgresql-server.ts";
import { s3Keys } from "../../support/servers/s3-double.ts";
import { hasOpenSsh, startOpenSsh } from "../../support/servers/ssh-server.ts";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { withProgram } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, ratioToBest, type SampleSets } from "../samples.ts";

const run = promisify(execFile);
const megabyte = 1024 * 1024;
const exports = "/v1alpha/data/export-connectors";
const pollIntervalMs = 20;
/** Each moves hundreds of megabytes: a few say enough. */
const mostRounds = 3;
const bar = 1.5;

/** The sample's people with ten columns to PostgreSQL, from the call to the end of the job, against psql's \copy from a file of the same rows. */
export async function measureExportPostgresql(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  if (!hasPostgresql()) {
    return [];
  }
  const { size, scratchFolder } = options;
  const database = await startPostgresql();
  const file = join(scratchFolder, "people.csv");
  try {
    return await IntakeService.with(options, size.people, async (service) => {
      const { connectors } = await service.call("GET", `${exports}/connectors`);
      const connector = (connectors as { id: string; objectName: string; credentialIds: string[] }[]).find(
        ({ objectName }) => objectName === "Nightly_People",
      );
      const id = connector?.credentialIds[0] ?? "";
      const parameters = { postgresql: database.parameters };
      await service.call("PUT", `${exports}/credentials/${id}`, { id, parameters });
      const exportPeople = async () => {
        const startedMs = performance.now();
        const { id: job } = await service.call("POST", `${exports}/connectors/${connector?.id}/jobs`);
        for (;;) {
          const { status, syncJobs } = await service.call("GET", `${exports}/jobs/${job}`);
          if (status === "SUCCEEDED") {
            return performance.now() - startedMs;
          }
          if (status !== "PENDING" && status !== "RUNNING") {
            throw new Error(`The export ended as ${status}: ${JSON.stringify(syncJobs)}`);
          }
          await wait(pollIntervalMs);
        }
      };
      await exportPeople();
      database.psql(`\\copy people TO '${file}' CSV\nCREATE TABLE copied (LIKE people)`);
      const samples = await alternate(
        {
          "export job": exportPeople,
          "psql \\copy": async () => {
            const startedMs = performance.now();
            database.psql(`BEGIN; TRUNCATE copied;\n\\copy copied FROM '${file}' CSV\nCOMMIT`);
            return performance.now() - startedMs;
          },
        },
        Math.min(size.rounds, mostRounds),
      );
      const rows = Number(database.psql("SELECT count(*) FROM people"));
      return [toRow("export to PostgreSQL", samples, "export job", "psql \\copy", { rows, columns: 10 })];
    });
  } finally {
    await rm(file, { force: true });
    await database.stop();
  }
}

/** A file of 1 GB to an SSH server against the program sftp, and to an S3-compatible store against one PUT by curl. */
export async function measureFileTransfers(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { isSmall, scratchFolder, size, programFolder } = options;
  const bytes = (isSmall ? 40 : 1024) * megabyte;
  const path = join(scratchFolder, "transferred");
  const rounds = Math.min(size.rounds, mostRounds);
  try {
    await fill(path, bytes);
    const put = (connection: FileConnection) => async () => {
      const startedMs = performance.now();
      const store = await openFileStore(connection, createDriverContext());
      await store.replace("transferred", { path, bytes });
      await store.close();
      return performance.now() - startedMs;
    };
    const rows = await withProgram(programFolder, "s3-disk-server.js", [scratchFolder], async (endpoint) => {
      const samples = await alternate(
        {
          "S3 driver": put({ provider: "s3", parameters: { endpoint, bucket: "people", ...s3Keys } }),
          "curl PUT": async () => {
            const startedMs = performance.now();
            await run("curl", ["--silent", "--fail", "--upload-file", path, `${endpoint}/people/transferred`]);
            return performance.now() - startedMs;
          },
        },
        rounds,
      );
      return [toRow("file to S3", samples, "S3 driver", "curl PUT", { bytes })];
    });
    if (!hasOpenSsh()) {
      return rows;
    }
    const server = await startOpenSsh();
    const batch = join(scratchFolder, "sftp-batch");
    const { privateKey = "", user, port } = server.parameters;
    const key = join(scratchFolder, "sftp-key");
    try {
      await write(key, privateKey);
      await write(batch, `put ${path} ${join(server.folder, "by-sftp")}\n`);
      const options_ = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"];
      const args = ["-b", batch, "-i", key, "-P", String(port), ...options_.flatMap((option) => ["-o", option])];
      const samples = await alternate(
        {
          "SFTP driver": put({ provider: "sftp", parameters: server.parameters }),
          sftp: async () => {
            const startedMs = performance.now();
            await run("sftp", [...args, `${user}@127.0.0.1`]);
            return performance.now() - startedMs;
          },
        },
        rounds,
      );
      return [...rows, toRow("file to SFTP", samples, "SFTP driver", "sftp", { bytes })];
    } finally {
      await server.stop();
      await Promise.all([key, batch].map((file) => rm(file, { force: true })));
    }
  } finally {
    await rm(path, { force: true });
  }
}

function toRow(
  name: string,
  samples: SampleSets,
  ours: string,
  theirs: string,
  facts: MeasuredRow["facts"],
): MeasuredRow {
  const value = ratioToBest(samples[ours] ?? [], [samples[theirs] ?? []]);
  return {
    kind: "measured",
    name,
    unit: "ms",
    criteria: [{ label: `${ours} / ${theirs}`, value, bar }],
    samples,
    facts,
  };
}

/** Writes a file of so many bytes that do not compress. */
async function fill(path: string, bytes: number): Promise<void> {
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  const file = await open(path, "w");
  try {
    for (let written = 0; written < bytes; written += piece.length) {
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
}

async function write(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  await file.writeFile(text);
  await file.close();
}
