import { execFile } from "node:child_process";
import { rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchOptions } from "../bench-options.ts";
import { withProgram } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median } from "../samples.ts";

const run = promisify(execFile);
const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;
/** Each is gigabytes: a few say enough. */
const mostRounds = 3;

interface Uploaded {
  readonly elapsedMs: number;
  readonly grownBytes: number;
}

/** A file of the largest size that one request takes, by the client in a process of its own against curl, to the same server. */
export async function measureUpload({
  programFolder,
  scratchFolder,
  size,
  isSmall,
}: BenchOptions): Promise<MeasuredRow> {
  const bytes = isSmall ? 3 * megabyte : 3 * gigabyte;
  const file = join(scratchFolder, "upload.csv");
  await writeFile(file, "");
  await truncate(file, bytes);
  const grown: number[] = [];
  try {
    return await withProgram(programFolder, "call-server.js", [], async (url) => {
      const samples = await alternate(
        {
          client: async () => {
            const { stdout } = await run(process.execPath, [join(programFolder, "upload-program.js"), url, file]);
            const { elapsedMs, grownBytes }: Uploaded = JSON.parse(stdout);
            grown.push(grownBytes);
            return elapsedMs;
          },
          curl: async () => {
            const target = `${url}/v1/op/data-transfer-sessions/s/upload?sequence=1`;
            const args = [
              "--request",
              "PUT",
              "--silent",
              "--show-error",
              "--fail",
              "--output",
              join(scratchFolder, "answer.txt"),
            ];
            const { stdout } = await run("curl", [
              ...args,
              "--write-out",
              "%{time_total}",
              "--form",
              `file=@${file}`,
              target,
            ]);
            return Number(stdout) * 1000;
          },
        },
        Math.min(size.rounds, mostRounds),
      );
      return {
        kind: "measured",
        name: `upload of ${bytes / megabyte} MB`,
        unit: "ms",
        criteria: [
          {
            label: "curl's throughput / the client's",
            value: median(samples.client ?? []) / median(samples.curl ?? []),
            bar: 1 / 0.8,
          },
          { label: "MB that the client grew", value: Math.max(...grown) / megabyte, bar: 100 },
        ],
        samples,
        facts: { bytes },
      };
    });
  } finally {
    await rm(file, { force: true });
  }
}
