import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { readText, withService } from "../service-process.ts";

const people = 100_000;
const referenceColumn = /,\s*Direct_Manager\.Full_Name AS Manager/;

/** The list of samples/headcount.sqllike, which has a column through a reference, against the same list without that column. */
export async function measureListReference(options: BenchOptions): Promise<MeasuredRow> {
  const size = options.isSmall ? options.size : { ...options.size, people };
  const ownOptions = { ...options, size };
  const { dataFolder } = await prepareSampleData(ownOptions);
  const withReference = await readSample(options.repositoryRoot);
  const without = withReference.replace(referenceColumn, "");
  return await withService(ownOptions, dataFolder, async (service) => {
    let rows = 0;
    const timed = (query: string) => async () => {
      const startedMs = performance.now();
      const text = await readText(await service.query(query, "application/jsonlines"));
      const elapsedMs = performance.now() - startedMs;
      const count = text.trimEnd().split("\n").length - 1;
      if (rows > 0 && count !== rows) {
        throw new Error(`One list has ${rows} rows and the other ${count}.`);
      }
      rows = count;
      return elapsedMs;
    };
    const samples = await alternate(
      { "with the reference": timed(withReference), without: timed(without) },
      options.size.rounds,
    );
    return {
      kind: "measured",
      name: "list with a reference",
      unit: "ms",
      criteria: [
        {
          label: "with Direct_Manager.Full_Name / without",
          value: ratioToBest(samples["with the reference"] ?? [], [samples.without ?? []]),
          bar: 2,
        },
      ],
      samples,
      facts: { people: size.people, rows },
    };
  });
}

async function readSample(repositoryRoot: string): Promise<string> {
  const text = await readFile(join(repositoryRoot, "samples", "headcount.sqllike"), "utf8");
  const statement = text.split(";").find((part) => referenceColumn.test(part));
  if (statement === undefined) {
    throw new Error("The sample has no list with Direct_Manager.Full_Name any more; change what is measured here.");
  }
  return statement;
}
