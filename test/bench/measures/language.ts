import { SparkSQL } from "dt-sql-parser/dist/parser/spark/index.js";
import { createModelSource } from "../../../src/languages/core/create-model-source.ts";
import { checkDocument, checkPart } from "../../../src/languages/sql-like/check-document.ts";
import { complete } from "../../../src/languages/sql-like/completion.ts";
import { QueryDocument } from "../../../src/languages/sql-like/query-document.ts";
import { appendixMetrics, appendixObjects } from "../../support/appendix-model.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withLanguageServer } from "../language-server-process.ts";
import { largeModel } from "../large-model.ts";
import { queryText } from "../query-text.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, percentile95 } from "../samples.ts";
import { tableSqlText } from "../table-sql-text.ts";

const lines = 1000;
const modelSize = { objects: 5000, members: 50_000 };

/** The SQL-like language service against dt-sql-parser's Spark SQL on as many lines, in one process. */
export async function measureLanguage(options: BenchOptions): Promise<MeasuredRow[]> {
  return [await measureAnalysis(options), await measureCompletion(options), await measureMemory(options)];
}

/** A whole reading of a text, and reading it again after one keystroke, against `validate`. */
async function measureAnalysis({ repositoryRoot, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const text = queryText(repositoryRoot, lines);
  const library = new SparkSQL();
  let edits = 0;
  let document = QueryDocument.create(text);
  const model = createModelSource(appendixObjects, appendixMetrics);
  const samples = await alternate(
    {
      "whole text": async () => {
        // Nothing that was read before is of use: every text is another.
        const changed = text.replaceAll("Heads", `Heads${edits++}`);

        return timed(() => check(QueryDocument.create(changed), model));
      },
      keystroke: async () => {
        const at = text.indexOf("FROM", ((edits++ * 997) % text.length) >> 1);
        const changed = `${text.slice(0, at)}${" ".repeat(1 + (edits % 7))}${text.slice(at)}`;
        return timed(() => {
          document = document.withText(changed);
          check(document, model);
        });
      },
      "dt-sql-parser": async () => {
        const changed = tableSqlText(lines / 10).replaceAll("total", `total${edits++}`);
        return timed(() => library.validate(changed));
      },
    },
    isSmall ? 3 : 40,
  );
  const theirs = median(samples["dt-sql-parser"] ?? []);
  return {
    kind: "measured",
    name: "reading 1,000 lines of SQL-like",
    unit: "ms",
    criteria: [
      {
        label: "parse, bind and check / validate of dt-sql-parser",
        value: median(samples["whole text"] ?? []) / theirs,
        bar: 1 / 25,
      },
      {
        label: "again after a keystroke / validate of dt-sql-parser",
        value: median(samples.keystroke ?? []) / theirs,
        bar: 1 / 100,
      },
    ],
    samples,
    facts: { statements: document.parts.length },
  };
}

function check(document: QueryDocument, model: ReturnType<typeof createModelSource>): void {
  checkDocument(document, (part) => checkPart(part, model).problems);
}

/** Places of a query, each with what is typed there; one for each kind of offers. */
const places: readonly string[] = [
  "SELECT |",
  "SELECT emp|",
  "SELECT employeeCount(), | FROM Employee",
  "SELECT employeeCount() FROM |",
  "SELECT * FROM Object_12|",
  "SELECT level(|",
  'SELECT level(Location, "|") FROM Employee',
  "SELECT Direct_Manager.| FROM Employee",
  "SELECT Age FROM Employee WHERE |",
  "SELECT employeeCount() FROM Employee WHERE Service_Time |",
  'SELECT Age FROM Employee WHERE Location IN ("|")',
  'SELECT Age FROM Employee WHERE Location IN ("City 4|")',
  'SELECT Age FROM Employee WHERE Location IN ("Region 1.Country 4|")',
  "SELECT employeeCount() AS | FROM Employee",
];

/** Each call is the first one after an edit of the text that it is for. */
async function measureCompletion({ repositoryRoot, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const { model, search } = largeModel(modelSize.objects, modelSize.members);
  const text = queryText(repositoryRoot, lines);
  const library = new SparkSQL();
  const theirText = tableSqlText(lines / 10);
  let document = QueryDocument.create(text);
  let edits = 0;
  const samples = await alternate(
    {
      ours: async () => {
        const marked = places[edits % places.length] ?? "";
        const typed = marked.replace("|", "").replace("SELECT", `SELECT${" ".repeat(1 + (edits % 5))}`);
        const cursor = typed.length - (marked.length - 1 - marked.indexOf("|"));
        const at = text.indexOf(";", (edits++ * 997) % (text.length - 200)) + 1;
        const changed = `${text.slice(0, at)}\n${typed};${text.slice(at)}`;
        const startedMs = performance.now();
        document = document.withText(changed);
        const { part, start } = document.partAt(at + 1 + cursor);
        const { offers } = await complete(part.text, at + 1 + cursor - start, {
          timeColumn: "Service_Time",
          now: Date.UTC(2025, 0, 1),
          model,
          search: async (asked) => search(asked),
        });
        const elapsedMs = performance.now() - startedMs;
        if (offers.length === 0) {
          throw new Error(`Nothing is offered at ${marked}.`);
        }
        return elapsedMs;
      },
      "dt-sql-parser": async () => {
        const row = ((edits++ * 37) % 90) * 10;
        const rows = theirText.split("\n");
        rows[row] = `SELECT e.person_key, x${edits}, `;
        const changed = rows.join("\n");
        const caret = { lineNumber: row + 1, column: (rows[row] ?? "").length + 1 };
        return timed(() => library.getSuggestionAtCaretPosition(changed, caret));
      },
    },
    isSmall ? places.length : 10 * places.length,
  );
  const [ours, theirs] = [percentile95(samples.ours ?? []), percentile95(samples["dt-sql-parser"] ?? [])];
  return {
    kind: "measured",
    name: "completion of SQL-like with a large model",
    unit: "ms",
    criteria: [{ label: "p95, ours / dt-sql-parser on 1,000 lines", value: ours / theirs, bar: 1 / 10 }],
    samples,
    facts: { ...modelSize, "p95 ours, ms": ours, "p95 dt-sql-parser, ms": theirs },
  };
}

function timed(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** What the server holds after queries over that model were opened and completed. */
async function measureMemory({ extensionFolder, repositoryRoot }: BenchOptions): Promise<MeasuredRow> {
  const { search } = largeModel(modelSize.objects, modelSize.members);
  const megabytes = await withLanguageServer(
    extensionFolder,
    async (server) => {
      const uri = "file:///a.sqllike";
      const text = queryText(repositoryRoot, lines);
      await server.open(
        uri,
        "workforce-sqllike",
        `${places.map((place) => place.replace("|", "")).join(";\n")};\n${text}`,
      );
      for (const [line, place] of places.entries()) {
        const position = { line, character: place.indexOf("|") };
        await server.connection.sendRequest("textDocument/completion", { textDocument: { uri }, position });
      }
      return await server.residentMegabytes();
    },
    search,
  );
  return {
    kind: "measured",
    name: "memory of the language server with a large model",
    unit: "bytes",
    criteria: [{ label: "megabytes, SQL-like only", value: megabytes, bar: 150 }],
    samples: { server: [megabytes * 1024 * 1024] },
    facts: modelSize,
  };
}
