// Uploads a file with the client: upload-program.js <address> <file>. Prints one line of JSON: milliseconds and bytes of memory.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { createBenchClient } from "./bench-client.ts";

const [url = "", file = ""] = process.argv.slice(2);
async function main(): Promise<void> {
  const client = createBenchClient(url);
  // Signed in and warm before anything is measured.
  await client.listTableSources();
  const before = memory("VmRSS");
  const startedMs = performance.now();
  await client.transferFileBatch({
    path: { transferSessionId: "s" },
    query: { sequence: "1" },
    body: {
      file: {
        filename: basename(file),
        contentType: "text/csv",
        size: statSync(file).size,
        open: () => createReadStream(file, { highWaterMark: 1024 * 1024 }),
      },
    },
  });
  const elapsedMs = performance.now() - startedMs;
  process.stdout.write(`${JSON.stringify({ elapsedMs, grownBytes: memory("VmHWM") - before })}\n`);
  client.dispose();
}

function memory(name: string): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
}

void main();
