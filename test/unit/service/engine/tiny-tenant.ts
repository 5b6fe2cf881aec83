import assert from "node:assert/strict";
import type { AggregateQueryRequest, ListQueryRequest } from "../../../../src/contract/queries.ts";
import { type Connection, Database } from "../../../../src/duckdb/database.ts";
import { prepareAggregateQuery, prepareListQuery } from "../../../../src/service/engine/query-engine.ts";
import { createMemberTable, flattenMembers, type MemberNode } from "../../../../src/service/model/member-tree.ts";
import { createObjectTable, insertRecords, objectColumnsOf } from "../../../../src/service/model/object-table.ts";
import type { BaseMetric, StoredProperty, TenantModel } from "../../../../src/service/model/tenant-model.ts";

const named = (id: string) => ({ id, displayName: id.replaceAll("_", " ") });
const property = (id: string, type: StoredProperty["type"], storage: StoredProperty["storage"]): StoredProperty => ({
  ...named(id),
  type,
  storage,
});
const metric = (id: string, object: string, aggregate: BaseMetric["aggregate"], more: Partial<BaseMetric> = {}) => ({
  ...named(id),
  kind: "base" as const,
  object,
  parameters: [],
  aggregate,
  ...more,
});

/** A company of a handful of people; what is in it stands in each test. */
export const tinyModel: TenantModel = {
  objects: [
    {
      ...named("Person"),
      kind: "subject",
      properties: [
        property("Name", "text", "VARCHAR"),
        property("Badge", "number", "BIGINT"),
        property("Pay", "number", "DOUBLE"),
        property("Born", "date", "TIMESTAMP"),
      ],
      dimensions: [
        {
          ...named("Place"),
          kind: "leveled",
          levels: [
            { ...named("Region"), depth: 0 },
            { ...named("City"), depth: 1 },
          ],
          membersOf: "Place",
        },
        {
          ...named("Unit"),
          kind: "parentChild",
          levels: [
            { ...named("Level_1"), depth: 1 },
            { ...named("Level_2"), depth: 2 },
          ],
          membersOf: "Unit",
        },
      ],
      concepts: [named("isLead")],
      references: [
        { ...named("Boss"), target: "Person", isMultiValue: false },
        { ...named("Skills"), target: "Skill", isMultiValue: true },
      ],
      unsupported: {},
    },
    {
      ...named("Skill"),
      kind: "subject",
      properties: [property("Title", "text", "VARCHAR")],
      dimensions: [],
      concepts: [],
      references: [],
      unsupported: {},
    },
    {
      ...named("Leave"),
      kind: "event",
      properties: [property("Cost", "number", "DOUBLE")],
      dimensions: [{ ...named("Why"), kind: "leveled", levels: [{ ...named("Why"), depth: 0 }], membersOf: "Why" }],
      concepts: [],
      references: [{ ...named("Who"), target: "Person", isMultiValue: false }],
      unsupported: {},
    },
  ],
  metrics: [
    metric("heads", "Person", "count"),
    metric("averagePay", "Person", "average", { property: "Pay" }),
    metric("payTotal", "Person", "sum", { property: "Pay" }),
    metric("badgeTotal", "Person", "sum", { property: "Badge" }),
    metric("highestBadge", "Person", "maximum", { property: "Badge" }),
    metric("leads", "Person", "count", { filter: "isLead = TRUE" }),
    metric("inNorth", "Person", "count", { filter: "Place IN ('North')" }),
    metric("above", "Person", "count", {
      filter: "Pay > limit",
      parameters: [{ ...named("limit"), kind: "number" }],
    }),
    metric("leaves", "Leave", "count"),
    metric("leaveCost", "Leave", "sum", { property: "Cost" }),
    {
      ...named("leadShare"),
      kind: "derived",
      object: "Person",
      parameters: [],
      operator: "divide",
      left: { metric: "leads" },
      right: { metric: "heads" },
    },
    {
      ...named("leaveRate"),
      kind: "derived",
      object: "Leave",
      parameters: [],
      operator: "divide",
      left: { metric: "leaves" },
      right: { metric: "heads", through: "Who" },
    },
  ],
  fiscalYearStartMonth: 4,
  dataStart: "2024-01-01T00:00:00.000Z",
  dataEnd: "2024-07-01T00:00:00.000Z",
};

const members: Readonly<Record<string, { readonly top: number; readonly roots: readonly MemberNode[] }>> = {
  // Ordinals: North 0, Oslo 1, Umea 2, South 3, Rome 4.
  Place: {
    top: 0,
    roots: [
      { ...member("North"), children: [member("Oslo"), member("Umea")] },
      { ...member("South"), children: [member("Rome")] },
    ],
  },
  // Ordinals: All 0, Shop 1, Web 2.
  Unit: { top: 1, roots: [{ ...member("All"), children: [member("Shop"), member("Web")] }] },
  // Ordinals: Job 0, Home 1.
  Why: { top: 0, roots: [member("Job"), member("Home")] },
};

function member(name: string): MemberNode {
  return { name, displayName: `The ${name}` };
}

export interface PersonState {
  readonly key: number;
  /** `yyyy-MM-dd`; from 2020 without an end unless given. */
  readonly from?: string;
  readonly to?: string;
  readonly name?: string;
  readonly badge?: bigint;
  readonly pay?: number;
  readonly born?: string;
  readonly place?: number;
  readonly unit?: number;
  readonly isLead?: boolean;
  readonly boss?: number;
  readonly skills?: readonly number[];
}

export interface LeaveEvent {
  readonly key: number;
  readonly time: string;
  readonly cost?: number;
  readonly why?: number;
  readonly who?: number;
}

export interface TinyTenant {
  readonly model: TenantModel;
  readonly database: Database;
}

/** Runs `work` on a tenant with these people, their leaves, and skills by their key; closed afterwards. */
export async function withTenant<Value>(
  data: {
    readonly people?: readonly PersonState[];
    readonly leaves?: readonly LeaveEvent[];
    readonly skills?: readonly string[];
  },
  work: (tenant: TinyTenant) => Promise<Value>,
): Promise<Value> {
  const database = await Database.open(":memory:", { threads: 2 });
  try {
    await database.use(async (connection) => {
      for (const [name, { top, roots }] of Object.entries(members)) {
        await createMemberTable(connection, name, flattenMembers(roots, top));
      }
      for (const object of tinyModel.objects) {
        await createObjectTable(connection, object);
      }
      for (const one of data.people ?? []) {
        const values = [
          one.key,
          time(one.from ?? "2020-01-01"),
          time(one.to),
          text(one.name),
          one.badge,
          number(one.pay),
        ];
        const rest = [time(one.born), one.place, one.unit, one.isLead, one.boss, one.skills && `[${one.skills}]`];
        await insertRecord(connection, "Person", [...values, ...rest]);
      }
      for (const [index, title] of (data.skills ?? []).entries()) {
        await insertRecord(connection, "Skill", [index, time("2020-01-01"), undefined, text(title)]);
      }
      for (const one of data.leaves ?? []) {
        await insertRecord(connection, "Leave", [one.key, time(one.time), number(one.cost), one.why, one.who]);
      }
    });
    return await work({ model: tinyModel, database });
  } finally {
    database.close();
  }
}

function time(value: string | undefined): string | undefined {
  return value === undefined ? undefined : `TIMESTAMP '${value}'`;
}

function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : `'${value.replaceAll("'", "''")}'`;
}

function number(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `'${value}'::DOUBLE`;
}

type AggregateQuery = Omit<AggregateQueryRequest["query"], "timeIntervals" | "source"> &
  Partial<Pick<AggregateQueryRequest["query"], "timeIntervals">>;

/** Rows of an aggregate as JSON Lines has them, without the first line: axes, metrics, time. The default is June 2024. */
export async function rowsOf(
  tenant: TinyTenant,
  metrics: string | readonly string[],
  query: AggregateQuery = {},
  options: AggregateQueryRequest["options"] = {},
): Promise<readonly (readonly (string | null)[])[]> {
  const result = await prepareAggregateQuery(requestOf(metrics, query, options), contextOf(tenant));
  return readLines(result.table("jsonlines")).then((lines) => lines.slice(1));
}

export function requestOf(
  metrics: string | readonly string[],
  query: AggregateQuery = {},
  options: AggregateQueryRequest["options"] = {},
): AggregateQueryRequest {
  const source =
    typeof metrics === "string" ? { metric: metrics } : { metrics: { columns: metrics.map((id) => ({ id })) } };
  return {
    query: { timeIntervals: { fromDateTime: "2024-07-01" }, ...query, source },
    options: { memberDisplayMode: "COMPACT", ...options },
  };
}

export function contextOf(tenant: TinyTenant, signal = new AbortController().signal) {
  return { tenant, timeColumn: "Service_Time", signal };
}

/** Rows of a list as JSON Lines has them, without the first line. The default is the first half of 2024. */
export async function listOf(
  tenant: TinyTenant,
  columns: readonly string[],
  request: Partial<ListQueryRequest> = {},
): Promise<readonly (readonly (string | null)[])[]> {
  const full: ListQueryRequest = {
    source: { analyticObject: "Person" },
    columns: columns.map((formula) => ({
      columnDefinition: formula === "Service_Time" ? { effectiveDateProperty: {} } : { formula },
    })),
    timeInterval: { fromDateTime: "2024-07-01", intervalPeriodCount: 6 },
    ...request,
  };
  return readLines(prepareListQuery(full, contextOf(tenant)).table("jsonlines")).then((lines) => lines.slice(1));
}

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

async function readLines(body: AsyncIterable<Uint8Array>): Promise<(string | null)[][]> {
  const lines = (await readText(body)).split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** Values as SQL in the order of the object's columns, without the months that the store adds. */
async function insertRecord(
  connection: Connection,
  id: string,
  values: readonly (string | number | bigint | boolean | undefined)[],
): Promise<void> {
  const object = tinyModel.objects.find((candidate) => candidate.id === id);
  assert.ok(object, id);
  const columns = objectColumnsOf(object).filter(({ name }) => !name.endsWith("_month"));
  const typed = columns.map(({ name, type }, index) => `${values[index] ?? "NULL"}::${type} AS "${name}"`);
  await insertRecords(connection, object, `SELECT ${typed.join(", ")}`);
}
