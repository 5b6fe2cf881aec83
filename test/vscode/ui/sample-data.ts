import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createServiceArguments, serviceBundleFileName } from "../../../src/service/process/start.ts";

/** People of the sample of each window: a start that asks for another number makes the sample anew. */
export const samplePeople = 300;

let sample: Promise<string> | undefined;

/**
 * Fills a data folder as a service that was stopped leaves it. Making the sample takes most of a service's start, so it is made
 * once for all processes of a run of tests, which share the folder WORKFORCE_TEST_FOLDER, or for this one.
 */
export async function copySampleData(dataFolder: string): Promise<void> {
  sample ??= findOrMake(process.env.WORKFORCE_TEST_FOLDER);
  await cp(await sample, dataFolder, { recursive: true });
}

async function findOrMake(shared: string | undefined): Promise<string> {
  const found = shared && join(shared, "window-sample");
  if (found && existsSync(found)) {
    return found;
  }
  const made = await makeSample(shared ?? tmpdir());
  if (!found) {
    return made;
  }
  // Another process may have been quicker; the samples are the same.
  await rename(made, found).catch(() => undefined);
  return found;
}

async function makeSample(parent: string): Promise<string> {
  const dataFolder = await mkdtemp(join(parent, "workforce-window-sample-"));
  const args = createServiceArguments({ dataFolder, hasSample: true, people: samplePeople });
  const service = spawn(process.execPath, [resolve("dist", serviceBundleFileName), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(service, "close");
  // The first line is the ready line; a service that cannot start ends instead.
  await Promise.race([once(service.stdout, "data"), ended]);
  service.kill("SIGTERM");
  const [code] = await ended;
  if (code !== 0) {
    throw new Error(`The service that makes the sample ended with ${code}.`);
  }
  return dataFolder;
}
