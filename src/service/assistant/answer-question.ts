import { countOf } from "../../base/count-of.ts";
import type { CallTenant } from "../call/call.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { type AnswerCells, cellsOf, type NamedTables } from "./answer-table.ts";
import { columnsOf, isEventObject, periodsOfReading, printQuery, timeContextOf } from "./print-query.ts";
import type { QuestionReading, QuestionResult, ReadingNote, ReadRanking } from "./question-reading.ts";
import { exceedsData, intervalsOf, isOutsideData } from "./question-time.ts";
import type { Verdicts } from "./resolve-names.ts";
import { understandQuestion } from "./understand-question.ts";

/** Order and limit of the rows of a query. */
export interface RowOrder extends ReadRanking {
  /** Index of the column of a list. Undefined for an aggregate, whose first axis is ranked. */
  readonly column?: number;
}

/** Runs queries in the SQL-like language as the asker. Throws `QueryRefusedError` for one that the model no longer has names for. */
export interface QueryRunner {
  run(query: string, order?: RowOrder): Promise<NamedTables>;
}

/** A query was refused. The message says why. */
export class QueryRefusedError extends Error {
  override readonly name = "QueryRefusedError";
}

interface QuestionToAnswer {
  readonly text: string;
  readonly tenant: Pick<CallTenant, "model" | "database">;
  readonly previous: QuestionReading | undefined;
  /** Whether a question after that one was not understood. */
  readonly isUnreadBetween: boolean;
  readonly verdicts: Verdicts;
  readonly timeColumn: string;
  readonly runner: QueryRunner;
  readonly signal: AbortSignal;
}

/** The answer to a question, or why there is none. */
export type QuestionAnswer =
  | ({
      readonly kind: "answer";
      readonly reading: QuestionReading;
      readonly notes: readonly ReadingNote[];
      readonly choices: readonly string[];
      /** The query in the SQL-like language, with the options that belong to it in a comment. */
      readonly query: string;
      /** Values of an aggregate. */
      readonly cells: AnswerCells | undefined;
    } & NamedTables)
  | Extract<QuestionResult, { kind: "unread" }>;

/** Answers a question. */
export async function answerQuestion(question: QuestionToAnswer): Promise<QuestionAnswer> {
  const { tenant } = question;
  const result = await understandQuestion(question);
  if (result.kind === "unread") {
    return result;
  }
  const notes = [...result.notes, ...notesOnTime(result.reading, tenant.model)];
  if (notes.some(({ warning }) => warning === "ASSISTANT_NOT_AVAILABLE")) {
    return { kind: "unread", notes };
  }
  try {
    const answer = await runReading(result.reading, question);
    return { kind: "answer", notes, choices: result.choices, ...answer };
  } catch (error) {
    if (error instanceof QueryRefusedError) {
      const message = "The names of this question are not in the model any more, or belong to no record here.";
      return { kind: "unread", notes: [...notes, { warning: "ASSISTANT_NOT_AVAILABLE", message, questions: [] }] };
    }
    throw error;
  }
}

function notesOnTime(reading: QuestionReading, model: TenantModel): readonly ReadingNote[] {
  const context = timeContextOf(model);
  const { range } = reading.time;
  const days = `from ${dayOf(context.dataStart)} to ${dayOf(context.dataEnd - 1)}`;
  if (range && isOutsideData(reading.time, context)) {
    const asked = `${dayOf(range.from)} to ${dayOf(range.to - 1)}`;
    return [
      { warning: "ASSISTANT_NOT_AVAILABLE", message: `There is no data for ${asked}: it is ${days}.`, questions: [] },
    ];
  }
  if (exceedsData(reading.time, context)) {
    return [
      { warning: "ASSISTANT_ASSUMPTION", message: `The data is ${days}, so the answer ends there.`, questions: [] },
    ];
  }
  const isDefault = reading.kind === "aggregate" ? periodsOfReading(reading, model).isDefault : range === undefined;
  const isEvent = isEventObject(model, reading.object);
  return isDefault && isEvent
    ? [
        {
          warning: "ASSISTANT_ASSUMPTION",
          message: "No time is named: the answer is about the last 12 months.",
          questions: [],
        },
      ]
    : [];
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

type Answered = Omit<Extract<QuestionAnswer, { kind: "answer" }>, "kind" | "notes" | "choices">;

async function runReading(
  reading: QuestionReading,
  { tenant, timeColumn, runner }: QuestionToAnswer,
): Promise<Answered> {
  const { model } = tenant;
  const plain = printQuery(reading, { model, timeColumn });
  if (reading.kind === "list") {
    const { listOrder } = reading;
    const column = columnsOf(reading, model).findIndex(
      ({ path }) => path.id === listOrder?.id && listOrder.references.join() === path.references.join(),
    );
    const tables = await runner.run(plain, listOrder && { ...listOrder, column });
    const query = listOrder ? withComment(plain, describeListOrder(reading)) : plain;
    return { reading, query, ...tables, cells: undefined };
  }
  if (reading.ranking && reading.axes.length === 0) {
    return runReading(await withBestInterval(reading, model, runner, plain), {
      tenant,
      timeColumn,
      runner,
    } as QuestionToAnswer);
  }
  const order = reading.ranking;
  const { table, shown } = await runner.run(plain, order);
  const cells = cellsOf(shown, reading, model);
  const [axis] = reading.axes;
  if (!order || axis?.kind !== "dimension") {
    return { reading, query: plain, table, shown, cells };
  }
  // The language has no limit: the query names the members that are left.
  const ranked = [...new Set(table.rows.map(([member]) => member ?? ""))];
  const query = order.count === undefined ? plain : withOptions(printQuery(reading, { model, timeColumn, ranked }));
  return { reading, query, table, shown, cells };
}

/** A ranking of intervals leaves the one with the highest or lowest value: "in which month did most people leave?" */
async function withBestInterval(
  { ranking, ...reading }: QuestionReading,
  model: TenantModel,
  runner: QueryRunner,
  query: string,
): Promise<QuestionReading> {
  const { table } = await runner.run(query);
  const { cells } = cellsOf(table, reading, model);
  const intervals = intervalsOf(periodsOfReading(reading, model), timeContextOf(model));
  const sign = ranking?.end === "lowest" ? 1 : -1;
  const [best] = cells
    .filter(({ values }) => values[0] !== null)
    .toSorted((one, other) => sign * ((one.values[0] ?? 0) - (other.values[0] ?? 0)));
  const interval = intervals[best?.interval ?? 0];
  if ((ranking?.count ?? 1) !== 1 || !interval) {
    return reading;
  }
  const { grain: _, impliedMonths: _months, ...time } = reading.time;
  return { ...reading, time: { ...time, range: { from: interval.start, to: interval.end, isSpan: false } } };
}

/** Members of the axis that a filter leaves out have zeros, which the option hides. */
function withOptions(query: string): string {
  return withComment(query, 'aggregateQueryOptions: {"zeroVisibility": "HIDE", "nullVisibility": "HIDE"}');
}

function withComment(query: string, comment: string): string {
  return `-- ${comment}\n${query}`;
}

function describeListOrder({ listOrder }: QuestionReading): string {
  const count = listOrder?.count === undefined ? "all rows" : `the first ${countOf(listOrder.count, "row")}`;
  return `${count} by ${listOrder?.id}, ${listOrder?.end} first; the language does not sort`;
}
