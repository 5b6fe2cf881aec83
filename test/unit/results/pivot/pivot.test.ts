import assert from "node:assert/strict";
import fc from "fast-check";
import type { Cell } from "../../../../src/protocol/data-worker.ts";
import {
  aggregateFunctions,
  maximumPivotColumns,
  maximumPivotValues,
  type PivotFunction,
  type PivotRequest,
  type PivotShowAs,
  type PivotTable,
  pivotFunctions,
  pivotShowAsOptions,
} from "../../../../src/protocol/pivot.ts";
import { type ColumnFilter, defaultRowView } from "../../../../src/protocol/row-view.ts";
import { type PlainCell, type PlainTable, plainPivot } from "../../../support/plain-pivot.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import type { WorkerProcess } from "../worker-process.ts";

const names = ["Region", "Team", "Month", "Pay", "People"] as const;
const kinds = ["text", "text", "date", "number", "number"] as const;
const givenKinds = { Region: "text", Team: "text", Month: "date", Pay: "number", People: "number" } as const;
const [region, team, month, pay, people] = [0, 1, 2, 3, 4];

suite("A pivot of a result", function () {
  this.timeout(120_000);
  let worker: WorkerProcess;

  useSuiteWorker((started) => {
    worker = started;
  });

  async function load(resultId: string, rows: readonly (readonly Cell[])[]): Promise<void> {
    const lines = [names, ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
    await worker.load(resultId, lines, givenKinds);
  }

  function ask(resultId: string, request: PivotRequest, filter: readonly ColumnFilter[] = []): Promise<PivotTable> {
    const labels = { total: "Total", missing: "missing", values: request.values.map((_, index) => `V${index}`) };
    return worker.channel.request("pivot", { resultId, request, labels, filter });
  }

  async function read({ resultId, columns, rowCount }: PivotTable): Promise<readonly (readonly Cell[])[]> {
    const range = { first: 0, count: rowCount, columns: columns.map((_, index) => index), view: defaultRowView };
    return (await worker.channel.request("window", { resultId, ...range })).rows;
  }

  test("has what loops over plain arrays compute, totals, shares and changes too", async () => {
    await fc.assert(
      fc.asyncProperty(tables, requests, async (table, request) => {
        await load("generated", table.rows);
        const made = await ask("generated", request);
        const rows = await read(made);
        const wanted = table.rows.length === 0 ? [] : plainPivot(table, request).rows;
        assertSameCells(rows, wanted);
      }),
      { seed: 20260122, numRuns: 40 },
    );
  });

  test("adds up no averages, counts only within a period, and events over all", async () => {
    await load("additivity", [
      ["a", "x", "2024-01-01", "10", "3"],
      ["a", "y", "2024-01-01", "20", "4"],
      ["a", "x", "2024-02-01", "30", "5"],
    ]);
    const sumOf = (column: number): PivotRequest => ({
      ...plain,
      rows: [region],
      columns: [month],
      values: [{ column, function: "sum", show: "value" }],
      hasTotals: true,
    });
    const know = (Pay: "none" | "withinPeriod" | "full") =>
      worker.channel.request("finish", {
        resultId: "additivity",
        additivity: { isAggregate: false, columns: { Pay } },
      });

    const { columns } = await know("none");
    assert.deepEqual(
      columns.map(({ additivity }) => additivity),
      [undefined, undefined, undefined, "none", undefined],
    );
    const average: PivotRequest = { ...sumOf(pay), values: [{ column: pay, function: "average", show: "value" }] };
    for (const request of [sumOf(pay), average]) {
      await assert.rejects(ask("additivity", request), {
        code: "badRequest",
        message: /^The values of "Pay" cannot be added up or averaged/,
      });
    }
    assert.deepEqual(await read(await ask("additivity", { ...sumOf(people), hasTotals: false })), [["a", "7", "5"]]);

    await know("withinPeriod");
    assert.deepEqual(await read(await ask("additivity", sumOf(pay))), [
      ["a", "30", "30", null],
      ["Total", "30", "30", null],
    ]);

    const asItIs: PivotRequest = { ...sumOf(pay), values: [{ column: pay, function: "single", show: "value" }] };
    assert.deepEqual(await read(await ask("additivity", asItIs)), [
      ["a", "30", "30", null],
      ["Total", "30", "30", null],
    ]);

    await know("full");
    assert.deepEqual(await read(await ask("additivity", { ...asItIs, memberOrder: "name" })), [
      ["a", "30", "30", "60"],
      ["Total", "30", "30", "60"],
    ]);
    assert.deepEqual(await read(await ask("additivity", { ...sumOf(pay), memberOrder: "name" })), [
      ["a", "30", "30", "60"],
      ["Total", "30", "30", "60"],
    ]);
  });

  test("adds up and averages whole numbers and decimals digit for digit", async () => {
    await load("exact", [
      ["a", "x", "2024-01-01", "0.1", "9203817354237048492"],
      ["a", "y", "2024-01-01", "0.2", "1"],
      ["b", "x", "2024-01-01", "-12345678901234567890.123456789", "9203817354237048492"],
      ["b", "y", "2024-02-01", "0.000000001", "9203817354237048490"],
    ]);
    const all = aggregateFunctions.map((name) => ({ column: people, function: name, show: "value" }) as const);
    const decimals = (["sum", "average", "minimum"] as const).map(
      (name) => ({ column: pay, function: name, show: "value" }) as const,
    );
    const table = await ask("exact", { ...plain, rows: [region], values: [...all, ...decimals].slice(0, 8) });
    assert.deepEqual(await read(table), [
      ["a", "9203817354237048493", "4601908677118524246.5", "2", "2", "1", "9203817354237048492", "0.3", "0.15"],
      [
        "b",
        "18407634708474096982",
        "9203817354237048491",
        "2",
        "2",
        "9203817354237048490",
        "9203817354237048492",
        "-12345678901234567890.123456788",
        "-6172839450617283945.061728394",
      ],
    ]);
    const change = await ask("exact", {
      ...plain,
      columns: [month],
      values: [{ column: people, function: "sum", show: "change" }],
    });
    assert.deepEqual(
      change.columns.map(({ name }) => name),
      ["2024-01-01 · V0", "2024-02-01 · V0"],
    );
    // Without a corner of members the metric stands over all of them.
    assert.deepEqual(
      change.columns.map(({ head }) => head),
      [
        { over: "V0", text: "2024-01-01", metric: "V0" },
        { over: "V0", text: "2024-02-01", metric: "V0" },
      ],
    );
    assert.deepEqual(await read(change), [[null, "-9203817354237048495"]]);
  });

  test("follows the filter, is sorted, copied and gone with its result", async () => {
    await load("filtered", [
      ["a", "x", "2024-01-01", "1", "1"],
      ["b", "x", "2024-01-01", "30", "1"],
      ["c", "y", "2024-02-01", "200", "1"],
    ]);
    const request: PivotRequest = { ...plain, rows: [region], values: [sumOf(pay)], hasTotals: true };
    const table = await ask("filtered", request, [{ column: team, operator: "equals", values: ["x"] }]);
    assert.deepEqual(await read(table), [
      ["a", "1"],
      ["b", "30"],
      ["Total", "31"],
    ]);
    assert.equal((await ask("filtered", request, [])).rowCount, 4);
    const view = { sort: [{ column: 1, direction: "descending" as const }], filter: [] };
    const range = { resultId: table.resultId, first: 0, count: 2, columns: [0, 1], view };
    const { text } = await worker.channel.request("copy", { ...range, format: "cells", neutralisesFormulas: false });
    assert.equal(text, "b\t30\na\t1");
    const { results } = await worker.channel.request("list", {});
    assert.ok(results.every(({ resultId }) => resultId !== table.resultId));
    await worker.channel.request("close", { resultId: "filtered" });
    await assert.rejects(worker.channel.request("window", range), /no longer stored/);
  });

  test("says what is wrong with a choice of fields, and how to go on", async () => {
    await load(
      "wide",
      Array.from({ length: maximumPivotColumns + 1 }, (_, index) => [`r${index}`, "t", "2024-01-01", "1", "1"]),
    );
    const refused: [Partial<PivotRequest>, RegExp][] = [
      [{ columns: [region] }, /more than 400 columns; 400 is the most\. Move a field from Columns to Rows/],
      [{ values: [] }, /needs a value\. Move a field to Values/],
      [{ values: [{ column: team, function: "sum", show: "value" }] }, /"Team" has no numbers/],
      [{ values: [{ column: pay, function: "sum", show: "change" }] }, /needs periods .* field with dates/],
      [{ values: [{ column: team, function: "minimum", show: "percentOfRow" }] }, /Shares and changes need numbers/],
      [{ rows: [17] }, /no column 17/],
    ];
    for (const [change, message] of refused) {
      await assert.rejects(ask("wide", { ...plain, values: [sumOf(pay)], ...change }), message);
    }
  });

  test("has every metric of an aggregate, named, and no total of what stands for single rows", async () => {
    const member = (index: number) => `2024-0${index + 1}-01T00:00:00.000Z - [${index}]`;
    const rows = [0, 1].flatMap((index) =>
      ["A", "B"].map((name, place) => [name, member(index), `${place + 1}`, `${100 * (index + 1)}.5`]),
    );
    const header = ["Function", "DateInRange", "employeeCount", "averagePay"];
    await worker.load("metrics", [header, ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""));
    const { request } = await worker.channel.request("suggestPivot", { resultId: "metrics" });
    assert.ok(request);
    assert.deepEqual(request.values, [singleOf(2), singleOf(3)]);
    const table = await ask("metrics", { ...request, hasTotals: true });
    assert.deepEqual(
      table.columns.map(({ name, head }) => [name, head?.over, head?.text]),
      [
        ["Function", undefined, "Function"],
        ...["2024-01-01", "2024-02-01", "Total"].flatMap((over) =>
          ["V0", "V1"].map((text) => [`${over} · ${text}`, over, text]),
        ),
      ],
    );
    assert.deepEqual(await read(table), [
      ["A", "1", "100.5", "1", "200.5", null, null],
      ["B", "2", "100.5", "2", "200.5", null, null],
      ["Total", null, null, null, null, null, null],
    ]);
    assert.deepEqual(
      table.columns.map(({ head }) => [head?.metric, head?.isTotal]),
      [
        [undefined, undefined],
        ...[undefined, undefined, true].flatMap((isTotal) => ["V0", "V1"].map((metric) => [metric, isTotal])),
      ],
    );
    const [first, last] = [0, 2].map((row) =>
      worker.channel.request("window", {
        resultId: table.resultId,
        first: row,
        count: 1,
        columns: [0],
        view: defaultRowView,
      }),
    );
    assert.deepEqual([(await first)?.totals, (await last)?.totals], [undefined, [0]]);
    const copied = await worker.channel.request("copy", {
      resultId: table.resultId,
      first: 0,
      count: 1,
      columns: table.columns.slice(0, 3).map((_, index) => index),
      view: defaultRowView,
      format: "csv",
      neutralisesFormulas: false,
    });
    assert.equal(copied.text, "Function,2024-01-01 · V0,2024-01-01 · V1\r\nA,1,100.5\r\n");
  });

  test("is not suggested where it could not have every metric", async () => {
    const member = (index: number) => `2024-0${index + 1}-01T00:00:00.000Z - [${index}]`;
    const metrics = Array.from({ length: maximumPivotValues + 1 }, (_, index) => `metric${index}`);
    const rows = [0, 1].map((index) => ["A", member(index), ...metrics.map(() => "1")]);
    await worker.load(
      "many",
      [["Function", "DateInRange", ...metrics], ...rows].map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    assert.equal((await worker.channel.request("suggestPivot", { resultId: "many" })).request, undefined);
  });

  test("is suggested for an aggregate, with time along the top, and for no list", async () => {
    const member = (index: number) => `2024-0${index + 1}-01T00:00:00.000Z - [${index}]`;
    const body = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const cells = [0, 1, 2].flatMap((index) => ["A", "B"].map((name) => ["5", name, member(index)]));
    await worker.load("aggregate", body([["Headcount", "Function", "DateInRange"], ...cells]));
    const { request } = await worker.channel.request("suggestPivot", { resultId: "aggregate" });
    assert.deepEqual(request, {
      ...plain,
      rows: [1],
      columns: [2],
      values: [singleOf(0)],
    });
    const table = await ask("aggregate", request as PivotRequest);
    assert.deepEqual(
      table.columns.map(({ name, head }) => [name, head?.over, head?.text]),
      [
        ["Function", "V0", "Function"],
        ["2024-01-01 · V0", undefined, "2024-01-01"],
        ["2024-02-01 · V0", undefined, "2024-02-01"],
        ["2024-03-01 · V0", undefined, "2024-03-01"],
      ],
    );
    const places = [
      ["A", "A1"],
      ["A", "A2"],
      ["B", "B1"],
    ];
    const leveled = [0, 1].flatMap((index) =>
      places.map(([region, city]) => ["5", region ?? "", city ?? "", member(index)]),
    );
    // The service leaves cells empty whose members are not on one branch.
    const besides = [0, 1].map((index) => [null, "B", "A1", member(index)]);
    const header = ["Headcount", "Location.Location_0", "Location.Location_2", "DateInRange"];
    await worker.load("leveled", body([header, ...leveled, ...besides]));
    const { request: tree } = await worker.channel.request("suggestPivot", { resultId: "leveled" });
    assert.deepEqual([tree?.rows, tree?.isTree], [[1, 2], true]);
    const people = Array.from({ length: 30 }, (_, index) => [`E${index}`, `2020-01-${10 + (index % 20)}`, "100"]);
    await worker.load("list", body([["ID", "Hired", "Salary"], ...people]));
    assert.equal((await worker.channel.request("suggestPivot", { resultId: "list" })).request, undefined);
  });
});

const plain: PivotRequest = {
  rows: [],
  columns: [],
  values: [],
  hasTotals: false,
  hasSubtotals: false,
  memberOrder: "result",
};

function sumOf(column: number) {
  return { column, function: "sum", show: "value" } as const;
}

function singleOf(column: number) {
  return { column, function: "single", show: "value" } as const;
}

function assertSameCells(rows: readonly (readonly Cell[])[], wanted: readonly (readonly PlainCell[])[]): void {
  const isAbout = (cell: PlainCell): cell is { readonly about: number } => typeof cell === "object" && cell !== null;
  // A percentage is rounded: what is near enough counts as the same.
  const near = wanted.map((row, index) =>
    row.map((cell, column) => {
      const found = rows[index]?.[column];
      const isNear = isAbout(cell) && typeof found === "string" && Math.abs(Number(found) - cell.about) <= 2e-6;
      return isNear ? found : cell;
    }),
  );
  assert.deepEqual(rows, near);
}

const decimal = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 2 }))
  .map(([units, scale]) => (units / 10 ** scale).toFixed(scale).replace(/^-(0(\.0+)?)$/, "$1"));

const row = fc.tuple(
  fc.constantFrom("EMEA", "AMER", "", null),
  fc.constantFrom("a", "B", "ünï", "Z"),
  fc.constantFrom("2024-01-01", "2024-02-01", "2024-03-01", null),
  fc.option(decimal, { nil: null }),
  fc.option(fc.constantFrom("9203817354237048492", "-3", "0", "17"), { nil: null }),
);

const tables: fc.Arbitrary<PlainTable> = fc
  .array(row, { minLength: 0, maxLength: 40 })
  .map((rows) => ({ kinds, rows }));

const numberValue = fc.record({
  column: fc.constantFrom(pay, people),
  function: fc.constantFrom<PivotFunction>(...pivotFunctions),
  show: fc.constantFrom<PivotShowAs>(...pivotShowAsOptions),
});
const textValue = fc.record({
  column: fc.constantFrom(region, month),
  function: fc.constantFrom<PivotFunction>("count", "distinct", "minimum", "maximum"),
  show: fc.constant<PivotShowAs>("value"),
});

const requests: fc.Arbitrary<PivotRequest> = fc
  .record({
    keys: fc.shuffledSubarray([region, team, month], { minLength: 1 }),
    down: fc.integer({ min: 0, max: 3 }),
    values: fc.array(fc.oneof(numberValue, textValue), { minLength: 1, maxLength: 3 }),
    hasTotals: fc.boolean(),
    hasSubtotals: fc.boolean(),
    memberOrder: fc.constantFrom("result" as const, "name" as const),
  })
  .map(({ keys, down, values, ...flags }) => {
    const rows = keys.slice(0, Math.max(down, keys.length - 2));
    const hasPeriods = keys.includes(month);
    return {
      ...flags,
      rows,
      columns: keys.slice(rows.length),
      values: values.map((value) =>
        !hasPeriods && /change/i.test(value.show) ? { ...value, show: "value" as const } : value,
      ),
    };
  });
