import assert from "node:assert/strict";
import type { AggregateQueryResponse } from "../../src/contract/query-schemas.ts";
import { Database } from "../../src/duckdb/database.ts";
import { loadSample } from "../../src/service/sample/load-sample.ts";
import { evaluateCells, evaluateQuery, evaluateSnapshot } from "../support/evaluator/evaluate.ts";
import { loadWorkforce } from "../support/evaluator/load-workforce.ts";
import type { AggregateOptions } from "../support/evaluator/options.ts";
import { firstDifference } from "../support/evaluator/table.ts";
import { Dice } from "../support/query-generator/dice.ts";
import { exampleQueries } from "../support/query-generator/example-queries.ts";
import { QueryMaker } from "../support/query-generator/make-query.ts";
import { makePeriods } from "../support/query-generator/make-time.ts";
import type { QueryDraft } from "../support/query-generator/query-draft.ts";
import { renderDraft } from "../support/query-generator/render-draft.ts";
import { flattenCellSet, rowsOf, unusedPositions } from "../support/query-proof/flatten-cell-set.ts";
import { QueryProof } from "../support/query-proof/query-proof.ts";
import { formats, isRecord } from "../support/query-proof/read-answer.ts";
import { writeAggregateRequest, writeListRequest, writeSnapshotRequest } from "../support/query-proof/write-request.ts";
import { startTestService } from "../support/running-service.ts";

const people = 200;
const count = Number(process.env.WORKFORCE_PROOF_COUNT ?? 300);
const firstSeed = Number(process.env.SEED ?? 1) * 1_000_000;
const sampleSeed = Number(process.env.SEED ?? 1);
/** How many differences are told of one run; the first ones say most. */
const mostTold = 5;

const hourMs = 3_600_000;

async function openProof() {
  const database = await Database.open(":memory:");
  const workforce = await database.use(async (connection) =>
    loadWorkforce(connection, await loadSample(connection, { people, seed: sampleSeed })),
  );
  database.close();
  const service = await startTestService({ people, seed: sampleSeed });
  const maker = new QueryMaker(workforce);
  return {
    workforce,
    service,
    proof: new QueryProof(service, workforce),
    maker,
    data: maker.data,
  };
}

suite("The service and the independent evaluator", function () {
  this.timeout(hourMs);
  let opened: Awaited<ReturnType<typeof openProof>>;

  suiteSetup(async () => {
    opened = await openProof();
  });

  suiteTeardown(async () => {
    await opened.service.dispose();
  });

  for (const [name, text] of Object.entries(exampleQueries)) {
    test(`give the same cells for example ${name} in every format`, async () => {
      for (const format of formats) {
        const difference = await opened.proof.differenceOfText(text, {}, format);
        assert.equal(difference, undefined, `${name}, ${format}: ${difference}`);
      }
    });
  }

  test(`give the same cells for ${count} generated queries`, async () => {
    const { proof, maker } = opened;
    const told: string[] = [];
    for (let index = 0; index < count && told.length < mostTold; index++) {
      const seed = firstSeed + index;
      const draft = maker.make(seed);
      const format = formats[index % formats.length] ?? "application/json";
      const difference = await proof.differenceOfText(renderDraft(draft), draft, format);
      if (difference !== undefined) {
        told.push(await proof.explain(`seed ${seed}`, draft, format));
      }
    }
    assert.ok(told.length === 0, told.join("\n\n"));
  });

  test("give the same rows for list requests written in JSON", async () => {
    const { proof, maker, workforce } = opened;
    await forEach(Math.ceil(count / 6), async (seed) => {
      const draft = maker.makeList(seed);
      const text = renderDraft(draft);
      const options = draft.listQueryOptions ?? {};
      const wanted = evaluateQuery(workforce, text, draft);
      const request = writeListRequest(workforce, text, options);
      return [
        `${text} as ${JSON.stringify(request)}`,
        await proof.differenceOf("/v1/data/query/list", request, wanted, "application/jsonlines"),
      ];
    });
  });

  test("give the same rows for a snapshot query as for its lists", async () => {
    const { proof, maker, workforce, data } = opened;
    await forEach(Math.ceil(count / 6), async (seed) => {
      const { recordMode: _, ...options } = maker.makeList(seed).listQueryOptions ?? {};
      const draft = { ...maker.makeList(seed), listQueryOptions: options };
      const text = renderDraft(draft);
      const dice = new Dice(seed);
      const periods = makePeriods(draft.object, { workforce, data, dice }, 5);
      const wanted = evaluateSnapshot(workforce, text, periods, options);
      const request = writeSnapshotRequest(workforce, text, periods, options);
      return [
        `${text} as ${JSON.stringify(request)}`,
        await proof.differenceOf("/v1/data/query/snapshot", request, wanted, "application/jsonlines"),
      ];
    });
  });

  test("give a cell set that flattens to the table, with the support of every cell", async () => {
    const { proof, maker, workforce } = opened;
    await forEach(Math.ceil(count / 4), async (seed) => {
      const draft = oneMetric(maker.makeAggregate(seed));
      const text = renderDraft(draft);
      const options = { ...draft.aggregateQueryOptions, memberDisplayMode: "DEFAULT" } as const;
      const request = writeAggregateRequest(workforce, text, options);
      const answer = await proof.ask("/v1/data/query/aggregate", request, "application/json");
      const name = `${text} as ${JSON.stringify(request)}`;
      return [name, answer.status === 200 ? differenceOfCells(text, options, answer.text) : answer.text];
    });
  });

  function differenceOfCells(text: string, options: AggregateOptions, body: string): string | undefined {
    const answer: unknown = JSON.parse(body);
    if (!isCellSetAnswer(answer) || !answer.cellSet) {
      return "the answer has no cell set";
    }
    const { axes, cells } = evaluateCells(opened.workforce, text, options);
    const found = flattenCellSet(answer.cellSet);
    const wanted = tableOfCells(text, options);
    const difference = firstDifference({ header: undefined, rows: wanted }, { header: undefined, rows: rowsOf(found) });
    if (difference !== undefined) {
      return difference;
    }
    const isDerived = text.includes("resignationRate");
    const support = cells.findIndex(({ values }, index) => String(values[0]?.support) !== found[index]?.support);
    if (support >= 0 && !isDerived) {
      return `support of cell ${support}: expected ${cells[support]?.values[0]?.support}, found ${found[support]?.support}`;
    }
    const isEliminated = options.zeroVisibility === "ELIMINATE" || options.nullVisibility === "ELIMINATE";
    const unused = isEliminated ? unusedPositions(answer.cellSet) : [];
    if (unused.length > 0) {
      return `members without a cell are still there: ${unused.join(", ")}`;
    }
    const positions = answer.cellSet.axes?.map((axis) => axis.positions?.length ?? 0) ?? [];
    const all = axes.map((axis) => axis.positions.length);
    return isEliminated || all.every((length, index) => positions[index] === length)
      ? undefined
      : `axes of ${all} positions expected, ${positions} found`;
  }

  /** The evaluator's own table, with the columns in the order of a flattened cell set. */
  function tableOfCells(text: string, options: AggregateOptions) {
    const { header = [], rows } = evaluateQuery(opened.workforce, text, { aggregateQueryOptions: options });
    const value = header.indexOf("value");
    const time = header.indexOf("time");
    const isAxis = (_: unknown, index: number) => index !== value && index !== time;
    return rows.map((row) => [...row.filter(isAxis), row[time] ?? "", row[value] ?? ""]);
  }
});

/** Collects what differs, so that one run tells several differences. */
async function forEach(
  times: number,
  check: (seed: number) => Promise<readonly [name: string, difference: string | undefined]>,
): Promise<void> {
  const told: string[] = [];
  for (let index = 0; index < times && told.length < mostTold; index++) {
    const seed = firstSeed + index;
    const [name, difference] = await check(seed);
    if (difference !== undefined) {
      told.push(`seed ${seed}: ${name}\n${difference}`);
    }
  }
  assert.ok(told.length === 0, told.join("\n\n"));
}

/** A cell set has one metric; labels tell its column and the time's from the axes. */
function oneMetric(draft: QueryDraft): QueryDraft {
  const metric = draft.items.find(({ kind }) => kind === "metric");
  const axes = draft.items
    .filter(({ kind }) => kind === "axis")
    .map(({ kind, text }) => ({ kind, text, label: '"axis"' }));
  const time = { kind: "time", text: "Service_Time", label: "time" } as const;
  return { ...draft, items: [...(metric ? [{ ...metric, label: "value" }] : []), ...axes, time] };
}

function isCellSetAnswer(value: unknown): value is AggregateQueryResponse {
  return isRecord(value) && isRecord(value.cellSet);
}
