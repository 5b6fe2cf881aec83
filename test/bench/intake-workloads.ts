import { execFile } from "node:child_process";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { quoteText } from "../../src/duckdb/database.ts";
import type { BenchOptions } from "./bench-options.ts";
import type { IntakeService } from "./intake-service.ts";
import { withReference } from "./programs.ts";

export const runProgram = promisify(execFile);
const megabyte = 1024 * 1024;
const sessions = "/v1/op/data-transfer-sessions";

/** A way to send data to the service. */
export interface Workload {
  /** Sends the data and takes it back; gives milliseconds until the service has received it. */
  run(service: IntakeService): Promise<number>;
}

/** Writes a CSV file of changes of employees with about so many bytes. */
export async function writeChanges(
  { programFolder, scratchFolder }: BenchOptions,
  file: string,
  bytes: number,
): Promise<void> {
  const bytesOfRow = 62;
  const statement = `COPY (
    SELECT printf('N-%09d', i) AS "EmployeeID", DATE '2025-01-01' + (i % 365)::INTEGER AS "Effective_Date",
      printf('Person of the bench %08d', i) AS "Full_Name", 30000 + i % 90000 AS "Base_Salary"
    FROM range(${Math.ceil(bytes / bytesOfRow)}) AS numbers(i)
  ) TO ${quoteText(file)} (HEADER)`;
  await withReference(programFolder, join(scratchFolder, "changes.duckdb"), scratchFolder, (reference) =>
    reference.request("run", { statements: [statement] }),
  );
}

/** Milliseconds of a call by curl, which fails unless it is answered by 2xx. */
export async function curl(folder: string, args: readonly string[]): Promise<number> {
  const answer = ["--output", join(folder, "answer.txt"), "--write-out", "%{time_total}"];
  // Without "Expect: 100-continue", for which curl waits a second where a server does not answer it.
  const { stdout } = await runProgram("curl", ["--silent", "--show-error", "--fail", "--location", ...answer, ...args]);
  return Number(stdout) * 1000;
}

/** A file of the largest size that one batch takes, by curl. */
export async function withFileBatch<Value>(
  options: BenchOptions,
  work: (workload: Workload & { readonly file: string }) => Promise<Value>,
): Promise<Value> {
  const { scratchFolder, isSmall } = options;
  const file = join(scratchFolder, "employee-batch.csv");
  try {
    // A little below the limit of 3 GB, since rows differ in length.
    await writeChanges(options, file, (isSmall ? 3 : 2_950) * megabyte);
    return await work({
      file,
      run: async (service) => {
        const { transferSessionId } = await service.call("POST", sessions);
        const args = ["--request", "PUT", "--form", `file=@${file}`, ...service.curlHeaders];
        const path = `${sessions}/${transferSessionId}/upload?sourceId=Employee&sequence=1`;
        const elapsedMs = await curl(scratchFolder, [...args, service.url + path]);
        await service.call("PUT", `${sessions}/${transferSessionId}/cancel`);
        return elapsedMs;
      },
    });
  } finally {
    await rm(file, { force: true });
  }
}

/** Batches of rows as JSON of the largest size, one after the other. */
export async function withJsonBatches<Value>(
  { scratchFolder, isSmall }: BenchOptions,
  work: (workload: Workload & { readonly files: readonly string[]; readonly rows: number }) => Promise<Value>,
): Promise<Value> {
  const [batches, rows] = isSmall ? [2, 200] : [20, 150_000];
  const files = Array.from({ length: batches }, (_, batch) => join(scratchFolder, `batch-${batch}.json`));
  try {
    for (const [batch, file] of files.entries()) {
      await writeFile(file, jsonBatch(batch * rows, rows));
    }
    return await work({
      files,
      rows,
      run: async (service) => {
        const { transferSessionId } = await service.call("POST", sessions);
        let elapsedMs = 0;
        for (const [sequence, file] of files.entries()) {
          const path = `${sessions}/${transferSessionId}/add?sourceId=Employee&sequence=${sequence + 1}`;
          const body = ["--request", "PUT", "--data-binary", `@${file}`, "--header", "content-type: application/json"];
          elapsedMs += await curl(scratchFolder, [...body, ...service.curlHeaders, service.url + path]);
        }
        await service.call("PUT", `${sessions}/${transferSessionId}/cancel`);
        return elapsedMs;
      },
    });
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

function jsonBatch(first: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = first + index;
    const id = `J-${String(number).padStart(9, "0")}`;
    return JSON.stringify([id, "2025-03-01", `Person of the bench ${number}`, 30_000 + (number % 90_000)]);
  });
  return `[${[JSON.stringify(["EmployeeID", "Effective_Date", "Full_Name", "Base_Salary"]), ...lines].join(",\n")}]`;
}

/** An encrypted file of the largest size, for one service, from its upload until it is received. */
export async function withEncryptedUpload<Value>(
  options: BenchOptions,
  service: IntakeService,
  work: (workload: Workload & { readonly encrypted: string; decrypt(target: string): Promise<void> }) => Promise<Value>,
): Promise<Value> {
  const { scratchFolder, isSmall } = options;
  const home = join(scratchFolder, "gnupg");
  const name = "employee-encrypted.csv.gpg";
  const [plain, encrypted] = [join(scratchFolder, "plain.csv"), join(scratchFolder, name)];
  const gpg = (...args: readonly string[]) => runProgram("gpg", ["--homedir", home, "--batch", "--yes", ...args]);
  await runProgram("mkdir", ["--mode", "700", home]);
  try {
    await writeChanges(options, plain, (isSmall ? 1 : 490) * megabyte);
    const { publicKey } = await service.call("POST", "/v1/api/pgp-keys", {});
    await writeFile(join(home, "service.asc"), String(publicKey));
    // The service's private key never leaves it, so gpg decrypts what was encrypted to a key of its own as well.
    await gpg("--passphrase", "", "--quick-generate-key", "bench@example.org", "future-default", "default", "1y");
    const to = ["--recipient-file", join(home, "service.asc"), "--recipient", "bench@example.org"];
    const flags = ["--trust-model", "always", "--compress-algo", "none"];
    await gpg(...flags, ...to, "--output", encrypted, "--encrypt", plain);
    return await work({
      encrypted,
      decrypt: async (target) => {
        await gpg("--output", target, "--decrypt", encrypted);
      },
      run: async () => {
        const startedMs = performance.now();
        const path = `/v1/data/upload/files/${name}`;
        await curl(scratchFolder, ["--upload-file", encrypted, ...service.curlHeaders, service.url + path]);
        const model = { files: [name], skipDataLoad: true };
        const { jobId } = await service.call("POST", "/v1/op/data/startload", { model });
        await service.ended(String(jobId));
        const elapsedMs = performance.now() - startedMs;
        await service.excludeAll();
        return elapsedMs;
      },
    });
  } finally {
    await runProgram("gpgconf", ["--homedir", home, "--kill", "all"]);
    await rm(home, { recursive: true, force: true });
    await Promise.all([plain, encrypted].map((file) => rm(file, { force: true })));
  }
}

/** Bytes of a file. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}
