import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { constants, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BenchOptions, seed } from "./bench-options.ts";
import { withService } from "./service-process.ts";

/** The sample workforce on disk. */
export interface SampleData {
  /** Data folder of the service. */
  readonly dataFolder: string;
  /** A copy of the tenant's database file, for a process that is not the service: DuckDB lets one process open a file. */
  readonly referenceFile: string;
}

/** Folders of `src/service` that the generated data and the layout of its files come from. */
const generators = ["sample", "sample-content", "model", "store"];
const tenant = "WFF_demo";

/** The sample workforce of this size, generated unless an earlier run of the same code left it. */
export async function prepareSampleData(options: BenchOptions): Promise<SampleData> {
  const { cacheFolder, size } = options;
  const prefix = `sample-${size.people}-${seed}-`;
  const folder = join(cacheFolder, prefix + (await fingerprint(options.repositoryRoot)));
  const data = { dataFolder: join(folder, "data"), referenceFile: join(folder, "reference.duckdb") };
  const complete = join(folder, "complete.txt");
  if (existsSync(complete)) {
    return data;
  }
  console.log(`Generating a workforce of ${size.people.toLocaleString("en-US")} people ...`);
  // What earlier code generated is of no use any more, and large.
  const outdated = (await readdir(cacheFolder)).filter((name) => name.startsWith(prefix));
  for (const name of outdated) {
    await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
  await mkdir(data.dataFolder, { recursive: true });
  await withService(options, data.dataFolder, async () => undefined);
  const original = join(data.dataFolder, "tenants", `${tenant}.duckdb`);
  await copyFile(original, data.referenceFile, constants.COPYFILE_FICLONE);
  await writeFile(complete, "complete\n");
  return data;
}

/** Makes a folder one that a service with the sample workforce of so many people was stopped on: for measures that change it. */
export async function copySampleData(options: BenchOptions, people: number, dataFolder: string): Promise<void> {
  const sample = await prepareSampleData({ ...options, size: { ...options.size, people } });
  await cp(sample.dataFolder, dataFolder, { recursive: true });
}

async function fingerprint(repositoryRoot: string): Promise<string> {
  const hash = createHash("sha256");
  for (const generator of generators) {
    const folder = join(repositoryRoot, "src", "service", generator);
    const files = (await readdir(folder, { recursive: true })).sort().map((name) => join(folder, name));
    for (const file of files.filter((name) => name.endsWith(".ts"))) {
      hash.update(await readFile(file));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
