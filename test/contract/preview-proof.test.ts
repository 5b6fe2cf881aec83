import assert from "node:assert/strict";
import { Database } from "../../src/duckdb/database.ts";
import {
  type ChangedCell,
  type PreviewQuery,
  previewPublishing,
  readPreviewTable,
} from "../../src/features/projects/preview-model.ts";
import { loadSample } from "../../src/service/sample/load-sample.ts";
import { evaluateQuery } from "../support/evaluator/evaluate.ts";
import { loadWorkforce } from "../support/evaluator/load-workforce.ts";
import type { Table } from "../support/evaluator/table.ts";
import type { Workforce } from "../support/evaluator/workforce.ts";
import { ProjectCaller } from "../support/project-caller.ts";
import { Dice } from "../support/query-generator/dice.ts";
import { QueryMaker } from "../support/query-generator/make-query.ts";
import { plainSpelling } from "../support/query-generator/query-draft.ts";
import { renderDraft } from "../support/query-generator/render-draft.ts";
import { changedWorkforce, firstChanges, makeChange } from "../support/query-proof/changed-workforce.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

const changes = Number(process.env.WORKFORCE_PREVIEW_CHANGES ?? 5);
const queries = Number(process.env.WORKFORCE_PREVIEW_QUERIES ?? 20);
const seed = Number(process.env.SEED ?? 1);
const sample = { people: 120, seed };

interface Question extends PreviewQuery {
  readonly metricColumns: readonly number[] | undefined;
}

suite("The preview of publishing", function () {
  this.timeout(3_600_000);
  let test_: TestService;
  let projects: ProjectCaller;
  let production: Workforce;
  let questions: readonly Question[];
  suiteSetup(async () => {
    const database = await Database.open(":memory:");
    const created = await database.use(async (connection) =>
      loadWorkforce(connection, await loadSample(connection, sample)),
    );
    database.close();
    production = firstChanges.reduce(changedWorkforce, created);
    test_ = await startTestService(sample);
    projects = new ProjectCaller(test_);
    await projects.published(await projects.with("Computed attributes", ...firstChanges));
    const maker = new QueryMaker(production);
    questions = Array.from({ length: queries }, (_, index) => {
      // Lists are compared regardless of order, and spelling has proofs of its own.
      const { aggregateQueryOptions: _a, listQueryOptions: _o, ...draft } = maker.make(seed * 1_000_000 + index);
      // Metrics are told by the names of their columns, so that no other column takes one as its label.
      const items = draft.items.map(({ label: _l, ...item }) => item);
      const text = renderDraft({ ...draft, items, spelling: plainSpelling });
      const places = draft.items.flatMap(({ kind }, place) => (kind === "metric" ? [place] : []));
      const header = answerOf(production, text)?.header ?? [];
      const isAggregate = draft.kind === "aggregate";
      return {
        name: `query ${index}`,
        text,
        metrics: isAggregate ? places.map((place) => header[place] ?? "") : undefined,
        metricColumns: isAggregate ? places : undefined,
      };
    });
  });
  suiteTeardown(() => test_.dispose());

  test(`says of ${changes} changes and ${queries} queries what differs, all of it and nothing else`, async () => {
    const dice = new Dice(seed);
    const kinds = new Set<string>();
    const answered = new Map<string, TestAnswer>();
    for (let index = 0; index < changes; index++) {
      const change = makeChange(dice, production.model, index);
      const changed = changedWorkforce(production, change);
      const project = await projects.with(`Change ${index}`, change);
      const previewed = await previewPublishing(
        questions,
        async ({ text }, side) => {
          const known = side === "production" ? answered.get(text) : undefined;
          const answer = known ?? (await projects.ask(text, side === "project" ? project : undefined));
          if (side === "production") {
            answered.set(text, answer);
          }
          if (answer.status !== 200) {
            throw new Error(answer.text);
          }
          return { ...(await readPreviewTable(bytesOf(answer.text), 100_000)), dataVersions: undefined };
        },
        new AbortController().signal,
      );
      for (const [place, { query, outcome }] of previewed.entries()) {
        const what = `SEED=${seed}, change ${index} (${JSON.stringify(change)}), ${query.name}: ${query.text}`;
        const [before, after] = [answerOf(production, query.text), answerOf(changed, query.text)];
        kinds.add(outcome.kind);
        if (!before || !after) {
          assert.equal(outcome.kind, before ? "broken" : after ? "mended" : "failing", what);
          continue;
        }
        const found = outcome.kind === "changed" ? outcome.cells : [];
        assert.ok(outcome.kind === "changed" || outcome.kind === "untouched", `${outcome.kind}: ${what}`);
        const wanted = changedCells(before, after, questions[place]?.metricColumns);
        assert.deepEqual(cellTexts(found), wanted, what);
      }
    }
    assert.ok(
      ["untouched", "changed", "broken"].every((kind) => kinds.has(kind)),
      [...kinds].join(),
    );
  });
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function answerOf(workforce: Workforce, text: string): Table | undefined {
  try {
    return evaluateQuery(workforce, text);
  } catch {
    return undefined;
  }
}

/** The texts of the cells that two tables do not have in common, by plain loops. */
function changedCells(before: Table, after: Table, metrics: readonly number[] | undefined): readonly string[] {
  const columns = (before.header ?? []).map((_, place) => place);
  const values = metrics ?? columns.filter((place) => !isSameMultiset(before, after, place));
  const keys = columns.filter((place) => !values.includes(place));
  const texts: string[] = [];
  for (const [one, other, isAfter] of [
    [before, after, false],
    [after, before, true],
  ] as const) {
    for (const place of values) {
      const left = other.rows.map((row) => cellText(row, keys, place));
      for (const row of one.rows) {
        const at = left.indexOf(cellText(row, keys, place));
        if (at >= 0) {
          left.splice(at, 1);
        } else {
          texts.push(`${isAfter ? "after" : "before"} ${cellText(row, keys, place)}`);
        }
      }
    }
  }
  return texts.sort();
}

function isSameMultiset(before: Table, after: Table, place: number): boolean {
  const sorted = (table: Table) => JSON.stringify(table.rows.map((row) => String(row[place])).sort());
  return sorted(before) === sorted(after);
}

function cellText(row: readonly (string | null)[], keys: readonly number[], place: number): string {
  return JSON.stringify([keys.map((key) => row[key]), place, row[place]]);
}

function cellTexts(cells: readonly ChangedCell[]): readonly string[] {
  const textOf = (side: string, { row, place }: ChangedCell, value: string | null) =>
    `${side} ${JSON.stringify([row, place, value])}`;
  return cells
    .flatMap((cell) => [
      ...(cell.before === undefined ? [] : [textOf("before", cell, cell.before)]),
      ...(cell.after === undefined ? [] : [textOf("after", cell, cell.after)]),
    ])
    .sort();
}
