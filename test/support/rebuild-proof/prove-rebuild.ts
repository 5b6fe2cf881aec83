import { join } from "node:path";
import { Database, quoteName } from "../../../src/duckdb/database.ts";
import { memberTableNameOf } from "../../../src/service/model/member-tree.ts";
import type { StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { findDataEnd, rebuild } from "../../../src/service/processing/rebuild.ts";
import { qualify, type RebuildScope } from "../../../src/service/processing/rebuild-scope.ts";
import { rebuildData } from "../evaluator/processing/rebuild-data.ts";
import type { PlainData, PlainRecord, ReceivedFile } from "../evaluator/processing/received.ts";
import { Dice } from "../query-generator/dice.ts";
import { differenceOf } from "./compare-data.ts";
import { type FileRange, makeFile } from "./generate-files.ts";
import { makeModel } from "./proof-model.ts";
import { readData, storeData, storeFile } from "./stored-data.ts";

/** A data version of a proof: its schema and the files that it consists of. */
interface Version {
  readonly schema: string;
  readonly files: readonly ReceivedFile[];
  readonly end: number;
}

/** People whose histories one rebuild has. */
export const peopleOfRebuild = 100;
/** Rebuilds that one proof compares. */
export const rebuildsOfProof = 4;

const lists: PlainData["members"] = new Map(
  Object.entries({
    Place: ["North", "North.Oslo", "North.Bergen", "South"],
    Kind: ["Full", "Part", "None"],
    Unit: ["Head", "Head.Sales", "Head.Sales.Web", "Side", "Side.Labs"],
    Reason: ["Own", "Own.Move"],
    Tenure: ["0_1", "1_2", "2_5", "5_up"],
  }).map(([list, paths]) => [list, paths.map((path) => ({ path, displayName: `${path}!` }))]),
);

/**
 * Rebuilds random data in random ways with the SQL of processing and with the evaluator: some of the files, more of
 * them on top of that version, some left out again, all in another order. Returns the first difference, or undefined.
 * `folder` is for the files. Calls `onCopied` for each table that a rebuild made by changing a copy.
 */
export async function proveRebuild(seed: number, folder: string, onCopied?: () => void): Promise<string | undefined> {
  const dice = new Dice(seed);
  const model = makeModel(dice);
  const baseline = makeBaseline(dice, model);
  const range: FileRange = { people: peopleOfRebuild, firstDay: "2020-06-01", days: dice.pick([20, 30, 45]) };
  const files = Array.from({ length: dice.whole(2, 9) }, () => makeFile(dice, model, range));
  const database = await Database.open(":memory:", { threads: 1 });
  const connection = await database.connect();
  try {
    await connection.run("CREATE SCHEMA baseline");
    await connection.run("USE memory.baseline");
    await storeData(connection, model, baseline);
    const paths = new Map<ReceivedFile, string>();
    for (const [index, file] of files.entries()) {
      const path = join(folder, `${seed}-${index}.parquet`);
      paths.set(file, path);
      await storeFile(connection, model, file, path);
    }
    let newest: Version = { schema: "baseline", files: [], end: baseline.dataEnd };
    const first: Version = newest;
    const build = async (base: Version, included: readonly ReceivedFile[]): Promise<string | undefined> => {
      const schema = `v${Number(newest.schema.slice(1)) + 1 || 1}`;
      await connection.run(`CREATE SCHEMA ${schema}`);
      const place = (name: string) => ({ catalog: "memory", schema: name });
      const scope: Omit<RebuildScope, "dataEnd"> = {
        connection,
        model,
        objects: model.objects.map(({ id }) => id),
        files: included.map((file) => ({ ...file, name: "file.csv", path: paths.get(file) ?? "" })),
        contained: base.files.length,
        sources: { baseline: place("baseline"), base: place(base.schema), newest: place(newest.schema), others: [] },
        formerEnd: new Date(base.end),
        targetOf: async () => `memory.${schema}`,
        copiedStates: dice.pick([0, Number.POSITIVE_INFINITY]),
        changeCopy: async (object, change) => {
          const table = qualify(place(schema), object);
          await connection.run(`CREATE TABLE ${table} AS FROM ${qualify(place(base.schema), object)}`);
          const isChanged = await change(place(schema));
          if (isChanged) {
            onCopied?.();
          } else {
            await connection.run(`DROP TABLE ${table}`);
          }
          return isChanged;
        },
      };
      const dataEnd = await findDataEnd(scope, new Date(baseline.dataEnd));
      await rebuild({ ...scope, dataEnd });
      await completeSchema(model, schema, base.schema);
      newest = { schema, files: included, end: dataEnd.getTime() };
      const expected = rebuildData({ model, baseline, files: included });
      const found = await readData(connection, model, (table) => qualify(place(schema), table), dataEnd.getTime());
      const comparesOrder = base.schema === "baseline" && schema === "v1";
      return expected.dataEnd === found.dataEnd
        ? differenceOf(model, expected, found, { comparesOrder })
        : `the data ends at ${found.dataEnd}, expected ${expected.dataEnd}`;
    };
    /** What a rebuild did not write is the base's. */
    const completeSchema = async (all: TenantModel, schema: string, base: string): Promise<void> => {
      const rows = await connection.rows(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?",
        [schema],
      );
      const written = new Set(rows.map(({ name }) => String(name)));
      const inBase = await connection.rows(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?",
        [base],
      );
      const wanted = new Set([
        ...all.objects.flatMap(({ id, dimensions }) => [
          id,
          ...dimensions.map(({ membersOf }) => memberTableNameOf(membersOf)),
        ]),
        ...inBase.map(({ name }) => String(name)),
      ]);
      for (const table of wanted) {
        if (!written.has(table)) {
          await connection.run(`CREATE VIEW ${schema}.${quoteName(table)} AS FROM memory.${base}.${quoteName(table)}`);
        }
      }
    };
    const some = dice.whole(1, files.length);
    const steps: readonly [string, () => Promise<string | undefined>][] = [
      ["the first files", () => build(first, files.slice(0, some))],
      ["further files on top", () => build(newest, files)],
      [
        "some files left out",
        () =>
          build(
            first,
            files.filter(() => dice.chance(0.6)),
          ),
      ],
      ["all files in another order", () => build(first, dice.some(files, files.length))],
    ];
    for (const [name, step] of steps) {
      const difference = await step();
      if (difference !== undefined) {
        return `SEED=${seed}, ${name}: ${difference}`;
      }
    }
    return undefined;
  } finally {
    connection.close();
    database.close();
  }
}

/** Data as a tenant may begin with: consistent, with a calculated property, no two equal neighbouring states. */
function makeBaseline(dice: Dice, model: TenantModel): PlainData {
  const empty: PlainData = { records: new Map(), members: lists, dataEnd: Date.parse(model.dataEnd) };
  const range: FileRange = { people: Math.floor(peopleOfRebuild * 0.7), firstDay: "2018-01-01", days: 60 };
  const files = ["Person", "Skill", "Leave", "Bonus", "Person", "Person"].map((schema) => {
    const file = makeFile(dice, model, range, schema);
    return { ...file, rows: file.rows.map((row) => ({ ...row, Event_ID: null })) };
  });
  const data = rebuildData({ model, baseline: empty, files });
  const members = new Map([...data.records].map(([object, all]) => [object, new Set(all.map(({ key }) => key))]));
  const records = new Map(
    model.objects.map((object) => {
      const all = (data.records.get(object.id) ?? []).map((record) => withoutUnknown(record, object, members));
      // A file may have members that exist at no time. Nothing in a database names them.
      return [object.id, object.kind === "event" ? all.filter(({ values }) => values.get("Who") !== null) : all];
    }),
  );
  records.set(
    "Person",
    (records.get("Person") ?? []).map((state, index) => withScore(state, index)),
  );
  return { ...data, records, dataEnd: empty.dataEnd };
}

/** The record without references to members that have no state. */
function withoutUnknown(
  record: PlainRecord,
  { references }: StoredObject,
  members: ReadonlyMap<string, ReadonlySet<string>>,
): PlainRecord {
  const values = new Map(record.values);
  for (const { id, target } of references) {
    const value = values.get(id);
    const isKnown = (key: unknown) => typeof key === "string" && members.get(target)?.has(key) === true;
    if (Array.isArray(value)) {
      values.set(id, value.filter(isKnown));
    } else if (value !== undefined && !isKnown(value)) {
      values.set(id, null);
    }
  }
  return { ...record, values };
}

function withScore(state: PlainRecord, score: number): PlainRecord {
  return { ...state, values: new Map([...state.values, ["Score", score]]) };
}
