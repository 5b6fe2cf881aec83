// npm run bench [-- --small [--built FILE]] [-- --only aggregate,list,...] [-- --people 100000] [-- --rounds 3]
// Measures, prints a table and writes what was measured into bench-results.json, unless it was made smaller. Rows that were not
// measured stay there; each says of which commit, when and where it is. A run of everything leaves no others.
// With --small everything runs on little data, only to see that it works; with --built on what is in dist/, whose build wrote
// that file with --metafile. What begins with "spark" is measured only when it is named: it starts a Spark and a catalog, as
// npm run test:spark does.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder, repositoryRoot } from "../run/repository.mjs";
import { ensureDependencies } from "../run/setup.mjs";
import { useCluster } from "../run/spark-cluster.mjs";
import { buildExtension, bundlePrograms, copyBuiltExtension } from "./build.mjs";

const { values } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    built: { type: "string" },
    only: { type: "string" },
    people: { type: "string" },
    rounds: { type: "string" },
  },
});
const isSmall = values.small;
const only = values.only?.split(",") ?? [];
const isFullSize = !isSmall && values.people === undefined && values.rounds === undefined;

await ensureDependencies();
const benchFolder = join(cacheFolder, "bench");
// Beside the cache, not in the system's folder for such files: that one may be in memory.
await mkdir(benchFolder, { recursive: true });
const scratchFolder = await mkdtemp(join(benchFolder, "run-"));
try {
  const extensionFolder = join(scratchFolder, "extension");
  const built = isSmall ? values.built : undefined;
  const metafile = built === undefined ? await buildExtension(extensionFolder) : resolve(built);
  if (built !== undefined) {
    await copyBuiltExtension(extensionFolder);
  }
  const programFolder = join(scratchFolder, "programs");
  await bundlePrograms(programFolder);
  const { chooseSize, isMeasuredOnlyWhenAsked, measures, mergeReports, runBench } = createRequire(import.meta.url)(
    join(programFolder, "main.js"),
  );
  const unknown = only.filter((name) => !(name in measures));
  if (unknown.length > 0) {
    throw new Error(`There is no measure "${unknown.join(", ")}"; there are ${Object.keys(measures).join(", ")}.`);
  }
  const usesCluster = only.includes("spark") || only.includes("spark-upsert");
  const cluster = usesCluster ? await useCluster({ heapMegabytes: 4_000 }) : undefined;
  const report = await runBench(
    {
      size: {
        ...chooseSize(isSmall),
        ...(values.people && { people: Number(values.people) }),
        ...(values.rounds && { rounds: Number(values.rounds), windows: Number(values.rounds) }),
      },
      isSmall,
      extensionFolder,
      metafile,
      programFolder,
      cacheFolder: benchFolder,
      repositoryRoot,
      scratchFolder,
    },
    only,
  ).finally(() => cluster?.stop());
  const isBroken = report.rows.some(({ kind }) => kind === "broken");
  if (isFullSize) {
    const path = join(repositoryRoot, "bench-results.json");
    const isWhole = only.length === 0 && !isBroken;
    const { rows } = JSON.parse(await readFile(path, "utf8"));
    const kept = { rows: isWhole ? rows.filter(isMeasuredOnlyWhenAsked) : rows };
    await writeFile(path, `${JSON.stringify(mergeReports(kept, report), undefined, 2)}\n`);
    console.log("Written to bench-results.json.");
  }
  // A bar that is missed is a finding; what did not run is a failure.
  process.exitCode = isBroken ? 1 : 0;
} finally {
  await rm(scratchFolder, { recursive: true, force: true, maxRetries: 5 });
}
