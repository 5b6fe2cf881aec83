import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteName, quoteText } from "../../../src/duckdb/database.ts";
import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import type { BenchOptions } from "../bench-options.ts";
import { changesCsv } from "../hand-written-load.ts";
import { IntakeService } from "../intake-service.ts";
import { withReference } from "../programs.ts";
import type { MeasuredRow } from "../report.ts";
import { prepareSampleData } from "../sample-data.ts";
import { alternate, ratioToBest } from "../samples.ts";

/** A tenant has ten exports a day, and each round takes two. */
const mostRounds = 4;
const root = "/v1alpha/data/data-version-exports";

/**
 * Exports of a data version by HTTP, from the order to the end of the job: whole, against `COPY` of the same tables with the same
 * names of members and keys by hand; and the differences of a load that changed one person in a hundred, against the whole.
 */
export async function measureVersionExport(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const { scratchFolder, programFolder, size, isSmall } = options;
  const people = isSmall ? 300 : 100_000;
  const rounds = Math.min(size.rounds, mostRounds);
  const sample = await prepareSampleData({ ...options, size: { ...size, people } });
  const file = join(scratchFolder, "employee.csv");
  const target = join(scratchFolder, "export-by-hand");
  return IntakeService.with(options, people, (service) =>
    withReference(
      programFolder,
      join(scratchFolder, "export.duckdb"),
      join(scratchFolder, "export-spill"),
      async (reference) => {
        await reference.request("run", {
          statements: [
            `ATTACH ${quoteText(sample.referenceFile)} AS base (READ_ONLY)`,
            changesCsv("base", people / 100, 1, 0, file),
          ],
        });
        const { rows } = await reference.request("rows", { sql: 'SELECT document FROM base."$model"' });
        const model = JSON.parse(rows[0]?.[0] ?? "{}") as TenantModel;
        await service.load("Employee", file);
        const { dataVersions } = (await service.call("GET", `${root}/data-versions`)) as {
          dataVersions: { dataVersion: string; dataCategory: string }[];
        };
        const [version, base] = dataVersions
          .filter(({ dataCategory }) => dataCategory === dataVersions[0]?.dataCategory)
          .map(({ dataVersion }) => dataVersion);
        const run = async (request: object) => {
          const startedMs = performance.now();
          const { jobUuid } = await service.call("POST", `${root}/jobs`, request);
          await service.ended(String(jobUuid));
          return performance.now() - startedMs;
        };
        const samples = await alternate(
          {
            whole: () => run({ dataVersionNumber: base }),
            delta: () => run({ dataVersionNumber: version, baseDataVersionNumber: base }),
            "COPY by hand": async () => {
              await rm(target, { recursive: true, force: true });
              await mkdir(target);
              const { elapsedMs } = await reference.request("run", { statements: copies(model, target) });
              return elapsedMs;
            },
          },
          rounds,
        );
        const { whole = [], delta = [], "COPY by hand": byHand = [] } = samples;
        const facts = { people, ...(await countRows(service)) };
        return [
          {
            kind: "measured",
            name: "export of a data version",
            unit: "ms",
            criteria: [{ label: "export / COPY to gzip by hand", value: ratioToBest(whole, [byHand]), bar: 1.2 }],
            samples: { whole, "COPY by hand": byHand },
            facts,
          },
          {
            kind: "measured",
            name: "export of what changed for one in a hundred",
            unit: "ms",
            criteria: [{ label: "delta / whole version", value: ratioToBest(delta, [whole]), bar: 0.5 }],
            samples: { delta, whole },
            facts: { people, "people changed": people / 100 },
          },
        ];
      },
    ),
  );
}

/** Rows and bytes of the newest whole export. */
async function countRows(service: IntakeService) {
  const { dataVersionExports } = (await service.call("GET", `${root}/exports`)) as {
    dataVersionExports: {
      baseDataVersionNumber?: string;
      tables: { commonColumns: { files: { rows: number; sizeBytes: number }[] } }[];
    }[];
  };
  const whole = dataVersionExports.find(({ baseDataVersionNumber }) => baseDataVersionNumber === undefined);
  const files = whole?.tables.flatMap(({ commonColumns }) => commonColumns.files) ?? [];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { rows: sum(files.map(({ rows }) => rows)), bytes: sum(files.map(({ sizeBytes }) => sizeBytes)) };
}

/** Statements that copy each object of the primary category, and each of their member lists, to a file. */
function copies({ objects }: TenantModel, target: string): string[] {
  const chosen = objects.filter(({ id }) => id !== "Requisition");
  const lists = [...new Set(chosen.flatMap(({ dimensions }) => dimensions.map(({ membersOf }) => membersOf)))];
  const copy = (select: string, name: string) =>
    `COPY (${select}) TO ${quoteText(join(target, `${name}.csv.gz`))} (HEADER, COMPRESSION gzip)`;
  return [
    ...chosen.map((object) => copy(namedRecords(object, objects), object.id)),
    ...lists.map((list) => copy(`SELECT * EXCLUDE (ancestors) FROM base.${quoteName(`$members:${list}`)}`, list)),
  ];
}

function namedRecords(object: StoredObject, objects: readonly StoredObject[]): string {
  const times = object.kind === "event" ? ["$event_time"] : ["$valid_from", "$valid_to"];
  const plain = [...times, ...[...object.properties, ...object.concepts].map(({ id }) => id)];
  const members = object.dimensions.map(
    ({ id, membersOf }) =>
      `LEFT JOIN base.${quoteName(`$members:${membersOf}`)} AS ${quoteName(`of ${id}`)} ON ${quoteName(`of ${id}`)}.ordinal = o.${quoteName(id)}`,
  );
  const keys = object.references.map(({ id, target, isMultiValue }) => {
    const key = objects.find((one) => one.id === target)?.key ?? "";
    const texts = `SELECT "$key", first(${quoteName(key)}) AS text FROM base.${quoteName(target)} GROUP BY 1`;
    const source = isMultiValue ? keyLists(object.id, id, texts) : texts;
    return `LEFT JOIN (${source}) AS ${quoteName(`of ${id}`)} ON ${quoteName(`of ${id}`)}."$key" = o.${quoteName(id)}`;
  });
  const columns = [
    ...plain.map((name) => `o.${quoteName(name)}`),
    ...object.dimensions.map(({ id }) => `${quoteName(`of ${id}`)}.path AS ${quoteName(id)}`),
    ...object.references.map(({ id }) => `${quoteName(`of ${id}`)}.text AS ${quoteName(id)}`),
  ];
  return `SELECT ${columns.join(", ")} FROM base.${quoteName(object.id)} AS o ${members.join(" ")} ${keys.join(" ")}`;
}

/** The lists of a multi-value reference with the texts of their keys as JSON. */
function keyLists(object: string, reference: string, texts: string): string {
  const lists = `SELECT DISTINCT ${quoteName(reference)} AS keys FROM base.${quoteName(object)} WHERE ${quoteName(reference)} IS NOT NULL`;
  return `SELECT keys AS "$key", to_json(coalesce(list(text ORDER BY number) FILTER (text IS NOT NULL), [])) AS text
    FROM (SELECT keys, unnest(if(keys = [], [NULL], keys)) AS number FROM (${lists})) LEFT JOIN (${texts}) AS k ON k."$key" = number GROUP BY 1`;
}
