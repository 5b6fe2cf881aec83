import assert from "node:assert/strict";
import fc from "fast-check";
import type { AccessibleTable, TableSession } from "../../../../src/service/table-data/table-data.ts";
import { TableDataError } from "../../../../src/service/table-data/table-data-error.ts";
import { insert, merge, remove, StoredTables, tableOf, update } from "../../../support/stored-tables.ts";
import { type ModelChange, type ModelRow, TableModel } from "../../../support/table-model.ts";

const proofs = Number(process.env.WORKFORCE_PROOF_COUNT ?? 50);
const seed = Number(process.env.SEED ?? 1);

const key = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 6 });
const row: fc.Arbitrary<ModelRow> = fc.record({ k: key, v: fc.option(fc.constantFrom("a", "b", "c"), { freq: 4 }) });
const rows = fc.array(row, { maxLength: 4 });
const chosen = fc
  .integer({ min: 1, max: 4 })
  .chain((divisor) => fc.record({ divisor: fc.constant(divisor), rest: fc.integer({ min: 0, max: divisor - 1 }) }));
const change: fc.Arbitrary<ModelChange> = fc.oneof(
  fc.record({ kind: fc.constantFrom("insert", "overwrite"), rows }),
  fc.record({ kind: fc.constantFrom("insertOther", "upsert", "replace") }),
  fc
    .tuple(fc.constantFrom("delete", "rename", "rekey"), chosen)
    .map(([kind, which]) => ({ kind, ...which }) as ModelChange),
  fc.record({ kind: fc.constant("merge"), rows, limit: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant("reset"), back: fc.integer({ min: 0, max: 3 }) }),
) as fc.Arbitrary<ModelChange>;
const step = fc.record({
  table: fc.constantFrom(0, 1),
  act: fc.oneof({ weight: 6, arbitrary: change }, { weight: 1, arbitrary: fc.constantFrom("commit", "rollback") }),
});

const valuesOf = (given: readonly ModelRow[]) =>
  given.length === 0
    ? "SELECT NULL::INTEGER AS k, NULL::VARCHAR AS v WHERE false"
    : `SELECT k::INTEGER AS k, v::VARCHAR AS v FROM (VALUES ${given
        .map(({ k, v }) => `(${k ?? "NULL"}, ${v === null ? "NULL" : `'${v}'`})`)
        .join(", ")}) AS given(k, v)`;

suite("random jobs on two tables", function () {
  this.timeout(proofs > 300 ? 3_600_000 : 120_000);
  let tables: StoredTables;
  let worlds = 0;
  setup(async () => {
    tables = await StoredTables.open();
  });
  teardown(() => tables.close());

  test("leave the rows that plain arrays have, for their writer and for everybody else", async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.array(step, { minLength: 5, maxLength: 20 }), async (left, right, steps) => {
        const world = new World(tables, worlds++);
        await world.begin(left, right);
        for (const { table, act } of steps) {
          await world.take(table, act);
          await world.compare();
        }
        await world.end();
      }),
      { numRuns: Math.ceil(proofs / 20), seed },
    );
  });
});

/** Two tables and their model; the transaction `x` writes the first, `y` the second. */
class World {
  readonly #tables: StoredTables;
  readonly #accessible: readonly AccessibleTable[];
  readonly #model = new TableModel();
  readonly #times: string[][] = [[], []];
  readonly #writers: readonly string[];

  constructor(tables: StoredTables, number: number) {
    this.#tables = tables;
    this.#accessible = ["left", "right"].map((name) => tableOf(`${name}${number}`, "k INTEGER, v STRING"));
    this.#writers = [`x${number}`, `y${number}`];
  }

  async begin(...given: readonly (readonly ModelRow[])[]): Promise<void> {
    for (const [index, accessible] of this.#accessible.entries()) {
      // One row at least, as a commit without a change makes no snapshot.
      const filled = [{ k: 5, v: null }, ...(given[index] ?? [])];
      this.#model.add(accessible.name, filled);
      await this.#within(index, (session) => session.write(insert(accessible.name, valuesOf(filled))));
      await this.#close(index, "commit");
    }
  }

  async take(index: number, act: ModelChange | "commit" | "rollback"): Promise<void> {
    const name = this.#name(index);
    if (act === "commit" || act === "rollback") {
      this.#model[act](name);
      await this.#close(index, act);
      return;
    }
    const isPossible = this.#model.change(name, this.#name(1 - index), act);
    const running = this.#within(index, (session) => this.#run(session, index, act));
    if (isPossible) {
      await running;
    } else {
      await assert.rejects(running, TableDataError);
    }
  }

  async compare(): Promise<void> {
    for (const [index, accessible] of this.#accessible.entries()) {
      const writer = this.#writers[index] ?? "";
      assert.deepEqual(await this.#tables.rowsOf(accessible), linesOf(this.#model.committed(accessible.name)));
      assert.deepEqual(await this.#tables.rowsOf(accessible, writer), linesOf(this.#model.mine(accessible.name)));
      const changes = await this.#tables.data.countChanges({ transactionId: writer, tenant: "WFF_a" });
      const { added, changed, removed } = changes.get(accessible.table.source) ?? { added: 0, changed: 0, removed: 0 };
      assert.ok(Math.min(added, changed, removed) >= 0);
      const { committed, mine } = {
        committed: this.#model.committed(accessible.name),
        mine: this.#model.mine(accessible.name),
      };
      assert.equal(added - removed, mine.length - committed.length);
    }
  }

  async end(): Promise<void> {
    await this.#close(0, "rollback");
    await this.#close(1, "rollback");
  }

  #name(index: number): string {
    return this.#accessible[index]?.name ?? "";
  }

  #run(session: TableSession, index: number, act: ModelChange): Promise<unknown> {
    const [name, other] = [this.#name(index), this.#name(1 - index)];
    switch (act.kind) {
      case "insert":
      case "overwrite":
        return session.write(insert(name, valuesOf(act.rows), { isOverwrite: act.kind === "overwrite" }));
      case "insertOther":
        return session.write(insert(name, `SELECT k, v FROM "${other}"`, { reads: [other] }));
      case "upsert":
        return session.upsert(other, name, ["k"]);
      case "replace":
        return session.replace(other, name);
      case "delete":
        return session.write(remove(name, whereOf(name, act)));
      case "rename":
        return session.write(update(name, { v: `coalesce("${name}"."v", '') || '!'` }, whereOf(name, act)));
      case "rekey":
        return session.write(update(name, { k: `"${name}"."k" + 1` }, whereOf(name, act)));
      case "merge":
        return session.write(mergeOf(name, act));
      case "reset": {
        const times = this.#times[index] ?? [];
        return session.reset(name, times[Math.max(0, times.length - 1 - act.back)] ?? "");
      }
    }
  }

  async #within(index: number, work: (session: TableSession) => Promise<unknown>): Promise<unknown> {
    const [own, other] = [this.#accessible[index], this.#accessible[1 - index]];
    assert.ok(own && other);
    const writer = this.#writers[index] ?? "";
    assert.deepEqual(await this.#tables.data.lock(writer, [own]), []);
    return await this.#tables.reading(writer, [own, other], work);
  }

  async #close(index: number, how: "commit" | "rollback"): Promise<void> {
    await this.#tables[how](this.#writers[index] ?? "");
    if (how === "commit") {
      this.#times[index]?.push(new Date(this.#tables.clock.now()).toISOString());
      await this.#tables.clock.advance(1000);
    }
  }
}

function whereOf(name: string, { divisor, rest }: { readonly divisor: number; readonly rest: number }): string {
  return `"${name}"."k" % ${divisor} = ${rest}`;
}

function mergeOf(name: string, { rows: given, limit }: ModelChange & { readonly kind: "merge" }) {
  const assign = (column: string) => ({ column, sql: `"s"."${column}"` });
  return merge(name, valuesOf(given), '"t"."k" = "s"."k"', [
    { kind: "whenMatched", condition: '"s"."v" IS NULL', action: { kind: "delete" } },
    { kind: "whenMatched", condition: undefined, action: { kind: "update", assignments: [assign("v")] } },
    {
      kind: "whenNotMatched",
      condition: undefined,
      action: { kind: "insertStar", assignments: [assign("k"), assign("v")] },
    },
    { kind: "whenNotMatchedBySource", condition: `"t"."k" < ${limit}`, action: { kind: "delete" } },
  ]);
}

function linesOf(given: readonly ModelRow[]): string[] {
  return given.map(({ k, v }) => JSON.stringify({ k, v })).sort();
}
