import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BenchOptions } from "../bench-options.ts";
import { IntakeService } from "../intake-service.ts";
import { withEncryptedUpload, withFileBatch, withJsonBatches, writeChanges } from "../intake-workloads.ts";
import type { Criterion, MeasuredRow } from "../report.ts";
import { median, percentile, timed } from "../samples.ts";

/** Sizes of what is stored and of what is loaded. */
const sizes = {
  small: { people: 300, manyPeople: 300, rows: 500 },
  full: { people: 100_000, manyPeople: 1_250_000, rows: 1_000_000 },
};
const bytesOfRow = 62;

/** What data that goes in costs everybody else: answers meanwhile, the way back to the former version, and the disk. */
export async function measureBesideLoad(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { people, manyPeople, rows } = sizes[options.isSmall ? "small" : "full"];
  const file = join(options.scratchFolder, "employee-beside.csv");
  const onSample = <Value>(work: (service: IntakeService, dataFolder: string) => Promise<Value>) =>
    IntakeService.with(options, people, work);
  try {
    await writeChanges(options, file, rows * bytesOfRow);
    return [
      await onSample((service, dataFolder) => measureLoad(options, service, file, dataFolder)),
      await IntakeService.with(options, manyPeople, async (service) =>
        besideRow(
          "beside a load where much is stored",
          await watch(options, service, () => service.load("Employee", file)),
          {
            people: manyPeople,
          },
        ),
      ),
      await withFileBatch(options, ({ run }) =>
        onSample(async (service) =>
          besideRow("beside a file batch", await watch(options, service, () => run(service))),
        ),
      ),
      await withJsonBatches(options, ({ run }) =>
        onSample(async (service) =>
          besideRow("beside batches of JSON", await watch(options, service, () => run(service))),
        ),
      ),
      await onSample((service) =>
        withEncryptedUpload(options, service, async ({ run }) =>
          besideRow("beside an encrypted upload", await watch(options, service, () => run(service))),
        ),
      ),
    ];
  } finally {
    await rm(file, { force: true });
  }
}

async function measureLoad(
  options: BenchOptions,
  service: IntakeService,
  file: string,
  dataFolder: string,
): Promise<MeasuredRow> {
  const { people, rows } = sizes[options.isSmall ? "small" : "full"];
  const before = await ask(service);
  const watched = await watch(options, service, () => service.load("Employee", file));
  if ((await ask(service)) === before) {
    throw new Error("The load has changed nothing.");
  }
  const written = await objectSizes(join(dataFolder, "tenants"));
  const disableMs = await timed(async () => {
    await service.call("PUT", "/v1/op/data-versions/disable", { model: { dataVersionObjects: [{}] } });
    if ((await ask(service)) !== before) {
      throw new Error("The query still reads the version that was disabled.");
    }
  });
  const { criteria, facts, ...row } = besideRow("beside a load and after it", watched);
  return {
    ...row,
    criteria: [
      ...criteria,
      {
        label: "ms until a query reads the former version, without the query",
        value: disableMs - median(watched.alone),
        bar: 200,
      },
      { label: "bytes of the new version / of its changed object", value: written.all / written.object, bar: 1.05 },
    ],
    facts: { ...facts, people, "rows loaded": rows },
  };
}

/** Milliseconds of what was asked while data went in, and of the same queries without that. */
interface Watched {
  /** Questions that need no data, which wait for the event loop and nothing else. */
  readonly questions: readonly number[];
  readonly beside: readonly number[];
  readonly alone: readonly number[];
  readonly workMs: number;
}

function besideRow(
  name: string,
  { questions, beside, alone, workMs }: Watched,
  facts: Readonly<Record<string, number>> = {},
): MeasuredRow & { readonly criteria: readonly Criterion[] } {
  return {
    kind: "measured",
    name,
    unit: "ms",
    criteria: [
      { label: "ms that 99 % of questions without data take at most", value: percentile(questions, 0.99), bar: 100 },
      { label: "a query beside it / alone", value: median(beside) / median(alone), bar: 2 },
    ],
    samples: { "query alone": alone, "query beside it": beside, "question without data": questions },
    facts: {
      ...facts,
      "ms that it took": Math.round(workMs),
      "ms of the longest question without data": Math.round(Math.max(...questions)),
    },
  };
}

/** Asks a query and questions without data, first alone, then beside `work`, as often, so that they meet each other alike. */
async function watch({ size }: BenchOptions, service: IntakeService, work: () => Promise<unknown>): Promise<Watched> {
  const during = async (work: () => Promise<unknown>) => {
    const [questions, queries] = [[] as number[], [] as number[]];
    let isRunning = true;
    const repeat = async (into: number[], pauseMs: number, ask: () => Promise<unknown>) => {
      while (isRunning) {
        into.push(await timed(ask));
        await wait(pauseMs);
      }
    };
    const asking = [repeat(questions, 10, () => service.ping()), repeat(queries, 200, () => ask(service))];
    const workMs = await timed(work).finally(() => {
      isRunning = false;
    });
    await Promise.all(asking);
    return { questions, queries, workMs };
  };
  await ask(service);
  const { queries: alone } = await during(() => wait(size.rounds * 500));
  const { questions, queries: beside, workMs } = await during(work);
  return { questions, beside, alone, workMs };
}

function ask(service: IntakeService): Promise<string> {
  return service.query(
    'SELECT employeeCount() AS "Heads" FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month));',
  );
}

/** Bytes of the newest table of employees, and of all files that were written with it. */
async function objectSizes(folder: string): Promise<{ readonly object: number; readonly all: number }> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[0-9a-f]{16}\.duckdb$/.test(name));
  const files = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  const object = files.find(({ name }) => /(^|\/)Employee\.\w+\.duckdb$/.test(name));
  if (!object) {
    throw new Error("The service has written no table of employees.");
  }
  return { object: object.size, all: files.reduce((sum, { size }) => sum + size, 0) };
}
