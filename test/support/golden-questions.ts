import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TestService } from "./running-service.ts";

/** What is right as an answer to a golden question. Each of `or` is as right. */
interface Expectation {
  readonly kind: "query" | "clarify" | "unknown";
  readonly sql?: string;
  /** Key columns of a list. */
  readonly rowsBy?: readonly string[];
  readonly columns?: readonly string[];
  readonly top?: { readonly n: number; readonly by: string; readonly descending: boolean };
  /** Ends of the only intervals that count. */
  readonly periods?: readonly string[];
  readonly candidates?: readonly string[];
  readonly words?: readonly string[];
  readonly or?: readonly Expectation[];
}

export interface GoldenQuestion {
  readonly id: string;
  readonly conversation: readonly string[];
  readonly question: string;
  readonly expect: Expectation;
}

/** The part of an answer of the assistant that is judged. */
export interface AskedAnswer {
  readonly conversationState: { readonly questionState: string[] };
  readonly narrative?: string;
  readonly corrections?: readonly {
    readonly warning: readonly string[];
    readonly clarifications: readonly Readonly<
      Record<"questions" | "metrics" | "dimensions" | "filters", readonly string[]>
    >[];
  }[];
  readonly data?: { readonly dataJson: string; readonly context: string };
}

const folder = resolve("test/fixtures/assistant");

/** Reads the golden questions, which were written from the model alone. */
export function readGoldenQuestions(): readonly GoldenQuestion[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith("golden-questions-"))
    .sort()
    .flatMap((name): GoldenQuestion[] => JSON.parse(readFileSync(resolve(folder, name), "utf8")));
}

/** Asks the questions of a conversation in turn, and returns the last answer. */
export async function askInTurn(test: TestService, questions: readonly string[]): Promise<AskedAnswer> {
  let answer: AskedAnswer | undefined;
  for (const question of questions) {
    const json = { question, options: { includeData: true }, conversationState: answer?.conversationState };
    const { status, text } = await test.call("POST", "/v1/assistant/question", { json });
    if (status !== 200) {
      throw new Error(`"${question}" was answered with ${status}: ${text}`);
    }
    answer = JSON.parse(text) as AskedAnswer;
  }
  if (!answer) {
    throw new Error("There is no question.");
  }
  return answer;
}

/** How an answer is judged. A wrong one that has no warning misleads. */
export type Verdict = "right" | "asks back" | "wrong with a warning" | "wrong";

/** Judges an answer: it is right when it holds what the expected query answers, or asks back where that is expected. */
export async function judgeAnswer(
  test: TestService,
  { expect }: GoldenQuestion,
  answer: AskedAnswer,
): Promise<Verdict> {
  for (const alternative of [expect, ...(expect.or ?? [])]) {
    if (await isRight(test, alternative, answer)) {
      return "right";
    }
  }
  if (!answer.data) {
    return "asks back";
  }
  const warnings = (answer.corrections ?? []).flatMap(({ warning }) => warning);
  return warnings.every((warning) => warning === "ASSISTANT_NO_WARNING") ? "wrong" : "wrong with a warning";
}

async function isRight(test: TestService, expected: Expectation, answer: AskedAnswer): Promise<boolean> {
  switch (expected.kind) {
    case "clarify":
      return !answer.data && offered(answer, expected.candidates ?? []) >= 2;
    case "unknown":
      return (
        !answer.data &&
        (expected.words ?? []).some((word) => answer.narrative?.toLowerCase().includes(word.toLowerCase()))
      );
    case "query":
      break;
  }
  if (!answer.data) {
    return false;
  }
  const actual = tableOf(JSON.parse(answer.data.dataJson));
  const wanted = await runQuery(test, expected.sql ?? "");
  return expected.rowsBy !== undefined || !/\(\s*[\d.]*\s*\)/u.test((expected.sql ?? "").split("FROM")[0] ?? "")
    ? isSameList(wanted, actual, expected)
    : isSameCells(wanted, actual, expected);
}

function offered({ corrections = [] }: AskedAnswer, candidates: readonly string[]): number {
  const clarifications = corrections.flatMap((correction) => correction.clarifications);
  const ids = clarifications.flatMap(({ metrics, dimensions, filters, questions }) => [
    ...metrics,
    ...dimensions,
    ...filters,
    ...questions,
  ]);
  return candidates.filter((candidate) => ids.includes(candidate.split(":").at(-1) ?? "")).length;
}

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function tableOf([names = [], ...rows]: readonly (readonly (string | null)[])[]): Table {
  return { names: names.map(String), rows: rows.map((row) => row.map((value) => value ?? "")) };
}

async function runQuery(test: TestService, query: string): Promise<Table> {
  const { status, text } = await test.call("POST", "/v1/data/query/sql", {
    json: {
      query,
      aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
      listQueryOptions: { dateTimeDisplayMode: "DATETIME" },
    },
    headers: { accept: "application/jsonlines, application/json" },
  });
  if (status !== 200) {
    throw new Error(`${query} was answered with ${status}: ${text}`);
  }
  return tableOf(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): (string | null)[] => JSON.parse(line)),
  );
}

interface Cell {
  readonly key: string;
  readonly time: string;
  readonly values: readonly number[];
}

const timeNames = new Set(["DateInRange", "TimeInInterval", "Service_Time"]);

function cellsOf({ names, rows }: Table): readonly Cell[] {
  const isMetric = names.map((name) => /(?:Count|Salary|Rate|Total|AbovePay)$/u.test(name));
  const times = new Set(rows.map((row) => row[names.findIndex((name) => timeNames.has(name))]));
  return rows
    .map((row) => {
      const time = times.size > 1 ? (row[names.findIndex((name) => timeNames.has(name))] ?? "") : "";
      const members = row.filter((_, index) => !isMetric[index] && !timeNames.has(names[index] ?? ""));
      const values = row.filter((_, index) => isMetric[index]).map(Number);
      return { key: `${members.toSorted().join(" | ")} @ ${time}`, time, values };
    })
    .filter(({ values }) => values.some((value) => value !== 0));
}

function sameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
}

function isSameCells(wanted: Table, actual: Table, { top, periods }: Expectation): boolean {
  const counts = ({ time }: Cell) => !periods || periods.some((period) => time.startsWith(period));
  let expected = cellsOf(wanted).filter(counts);
  const found = cellsOf(actual).filter(counts);
  if (top) {
    const sorted = expected.toSorted((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0));
    expected = (top.descending ? sorted : sorted.toReversed()).slice(0, top.n);
    if (top.n === 1 && found.length === 1) {
      // The winner alone is said by its value, also where it is a month.
      return sameNumber(found[0]?.values[0] ?? Number.NaN, expected[0]?.values[0] ?? Number.NaN);
    }
    return found.length === expected.length && expected.every(({ key }, index) => found[index]?.key === key);
  }
  const byKey = new Map(found.map((cell) => [cell.key, cell.values]));
  return (
    found.length === expected.length &&
    expected.every(({ key, values }) =>
      values.every((value, index) => sameNumber(value, byKey.get(key)?.[index] ?? Number.NaN)),
    )
  );
}

function isSameList(wanted: Table, actual: Table, { rowsBy = [], columns = [], top }: Expectation): boolean {
  const last = (name: string) => name.split(".").at(-1) ?? "";
  const key = wanted.names.find((name) => (rowsBy.length > 0 ? rowsBy.includes(name) : /ID$/u.test(name))) ?? "";
  const keysOf = ({ names, rows }: Table) => {
    const index = names.findIndex((name) => last(name) === last(key));
    return index < 0 ? [] : rows.map((row) => row[index] ?? "");
  };
  const hasColumns = columns.every((column) => actual.names.some((name) => last(name) === last(column)));
  if (top) {
    const by = wanted.names.indexOf(top.by);
    const sorted = wanted.rows.toSorted((one, other) => Number(other[by]) - Number(one[by]));
    const rows = (top.descending ? sorted : sorted.toReversed()).slice(0, top.n);
    return hasColumns && keysOf({ names: wanted.names, rows }).join() === keysOf(actual).join();
  }
  return hasColumns && keysOf(wanted).toSorted().join() === keysOf(actual).toSorted().join();
}
