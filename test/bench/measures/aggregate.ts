import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchOptions } from "../bench-options.ts";
import { type Reference, withReference } from "../programs.ts";
import { type AggregateCase, aggregateCases } from "../queries.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";
import { type BenchService, readText, withService } from "../service-process.ts";

/** Member, ordinal of the interval, value: a cell on either side. */
type Cell = readonly [member: string, interval: number, value: number];

/** Aggregates over HTTP against hand-written SQL in a DuckDB of its own, on the same data under the same limits. */
export async function measureAggregates(options: BenchOptions): Promise<MeasuredRow[]> {
  const { dataFolder, referenceFile } = await prepareSampleData(options);
  return await withService(options, dataFolder, (service) =>
    withReference(options.programFolder, referenceFile, join(options.scratchFolder, "spill"), async (reference) => {
      const rows: MeasuredRow[] = [];
      for (const one of aggregateCases) {
        rows.push(await measureCase(one, service, reference, options));
      }
      return rows;
    }),
  );
}

async function measureCase(
  { name, query, sqlFolder }: AggregateCase,
  service: BenchService,
  reference: Reference,
  { repositoryRoot, size }: BenchOptions,
): Promise<MeasuredRow> {
  const forms = await readForms(join(repositoryRoot, "test", "bench", "sql", sqlFolder));
  let cells: readonly Cell[] = [];
  const samples = await alternate(
    {
      service: async () => {
        const startedMs = performance.now();
        const text = await readText(await service.query(query, "application/jsonlines"));
        const elapsedMs = performance.now() - startedMs;
        cells = readCells(text);
        return elapsedMs;
      },
      ...Object.fromEntries(
        Object.entries(forms).map(([form, sql]) => [
          form,
          async () => {
            const { elapsedMs, rows } = await reference.request("rows", { sql });
            compareCells(cells, rows, form);
            return elapsedMs;
          },
        ]),
      ),
    },
    size.rounds,
  );
  const others = Object.keys(forms).map((form) => samples[form] ?? []);
  return {
    kind: "measured",
    name: `aggregate, ${name}`,
    unit: "ms",
    criteria: [
      { label: "over HTTP / better hand-written SQL", value: ratioToBest(samples.service ?? [], others), bar: 0.95 },
    ],
    samples,
    facts: { people: size.people, cells: cells.length },
  };
}

async function readForms(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name.replace(/\.sql$/, ""), texts[index] ?? ""]));
}

/** Of `["Sales","2025-02-01T00:00:00.000Z - [0]","120"]` the cell is Sales, 0, 120. */
function readCells(text: string): Cell[] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => {
    const [member, time, value] = JSON.parse(line) as (string | null)[];
    return [String(member), Number(/\[(\d+)\]$/.exec(time ?? "")?.[1]), toNumber(value)];
  });
}

/** Both sides order their cells by interval, then member. Sums of doubles may differ in the last digits. */
function compareCells(cells: readonly Cell[], rows: readonly (readonly (string | null)[])[], form: string): void {
  const others = rows.map(([member, interval, value]): Cell => [String(member), Number(interval), toNumber(value)]);
  const isSame = (one: Cell, other: Cell | undefined) =>
    other !== undefined && one[0] === other[0] && one[1] === other[1] && isClose(one[2], other[2]);
  const different = cells.findIndex((cell, index) => !isSame(cell, others[index]));
  if (cells.length === 0 || cells.length !== others.length || different >= 0) {
    throw new Error(
      `The service and ${form} do not give the same cells: ${cells.length} and ${others.length}, the first that differs is ${different}.`,
    );
  }
}

function toNumber(value: string | null | undefined): number {
  return value === null || value === undefined ? Number.NaN : Number(value);
}

function isClose(one: number, other: number): boolean {
  return Object.is(one, other) || Math.abs(one - other) <= 1e-9 * Math.abs(one);
}
