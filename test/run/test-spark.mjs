// npm run test:spark [-- --spark 4.1] [part of a test's path...]
//
// Runs test/spark on a real Spark, 3.5 unless told, and a real Iceberg catalog, which it starts on this machine. Needs Java 17 to 21
// and Maven, which it installs where it may. Ends with "N passed, N failed".

import { parseArgs } from "node:util";
import { mustRun } from "./command.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { runMochaTests } from "./mocha-step.mjs";
import { useCluster } from "./spark-cluster.mjs";
import { sparkVersion } from "./spark-jars.mjs";

const startedMs = Date.now();
/** @type {import("./mocha-step.mjs").Outcome} */
let outcome = { passed: 0, failed: 1 };
try {
  const { values, positionals } = parseArgs({ options: { spark: { type: "string" } }, allowPositionals: true });
  if (values.spark !== undefined) {
    process.env.WORKFORCE_TEST_SPARK_VERSION = values.spark;
  }
  console.log(`On Spark ${sparkVersion()}.`);
  await ensureDependencies();
  await mustRun(process.execPath, ["esbuild.js"]);
  const cluster = await useCluster();
  try {
    outcome = await runMochaTests(
      "spark",
      {
        only: positionals,
        take: (_, task) => task(),
        isAlone: true,
        print: (text) => process.stdout.write(text),
      },
      // The last but one kills this Spark, the last one of its own.
      {
        parts: 1,
        first: [
          "protocol.test",
          "conformance.test",
          "rehearsal.test",
          "spark-tables.test",
          "sql-jobs.test",
          "secrets.test",
          "faults.test",
          "kills.test",
        ],
      },
    );
  } finally {
    await cluster.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
for (const failure of outcome.failures ?? []) {
  console.log(`\nFAILED: ${failure.split("\n").slice(0, 12).join("\n    ")}`);
}
console.log(`\nIn ${((Date.now() - startedMs) / 60_000).toFixed(1)} minutes, with set-up and build.`);
console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 ? 1 : 0;
