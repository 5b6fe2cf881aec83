import { completeSqlText } from "../../../src/languages/table-sql/completion/completion.ts";
import { createSparkGrammar } from "../../../src/languages/table-sql/grammar/spark-grammar.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withLanguageServer } from "../language-server-process.ts";
import { ReferenceParser } from "../reference-parser.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, percentile } from "../samples.ts";
import { benchTables, tableSqlText } from "../table-sql-text.ts";

const statements = 100;

/** Completion of table-source SQL against the library's own on the same text, and what the language server holds in memory. */
export async function measureTableSql(options: BenchOptions): Promise<MeasuredRow[]> {
  return [await measureCompletion(options), await measureMemory(options)];
}

/** Each call is the first one after an edit: nothing that was read before is of any use for the statement that changed. */
async function measureCompletion({ isSmall }: BenchOptions): Promise<MeasuredRow> {
  const rounds = isSmall ? 1 : 60;
  const grammar = createSparkGrammar();
  const reference = new ReferenceParser();
  const list = { tables: benchTables, isComplete: true };
  const tables = { search: async () => list, find: async () => list };
  const options = { tables, timeColumn: "Service_Time", now: Date.UTC(2025, 0, 1) };
  let edits = 0;
  const samples = await alternate(
    {
      ours: async () => {
        const { text, offset } = editedText(edits++);
        const startedMs = performance.now();
        const { suggestions: offers } = await completeSqlText(text, offset, grammar, options);
        const elapsedMs = performance.now() - startedMs;
        if (!offers.some(({ label }) => label === "amount" || label === "AND")) {
          throw new Error("Our completion does not offer what fits.");
        }
        return elapsedMs;
      },
      "dt-sql-parser": async () => reference.complete(editedText(edits++)),
    },
    rounds,
  );
  const [ours, theirs] = [percentile(samples.ours ?? [], 0.95), percentile(samples["dt-sql-parser"] ?? [], 0.95)];
  return {
    kind: "measured",
    name: "completion in 1,000 lines of table SQL",
    unit: "ms",
    criteria: [{ label: "p95, ours / dt-sql-parser on the whole text", value: ours / theirs, bar: 0.2 }],
    samples,
    facts: { statements, "p95 ours, ms": ours, "p95 dt-sql-parser, ms": theirs },
  };
}

/** What is typed in front of the condition of a statement: a column by alias, an operand and an operator are awaited. */
const typed = ["amount > 1 AND e.", "amount > 1 AND ", "amount > 1 "];

/** The text with a change in one of its statements, other for each edit, and the cursor behind it. */
function editedText(edit: number): { text: string; offset: number; line: number; column: number } {
  const text = tableSqlText(statements);
  const at = text.indexOf(`kind IN ('hire', 'move', 'raise', 'kind ${(edit * 37) % statements}')`);
  const inserted = (typed[Math.floor(edit / 2) % typed.length] ?? "").replace("1", String(edit));
  const offset = at + inserted.length;
  const edited = `${text.slice(0, at)}${inserted}\n AND e.${text.slice(at)}`;
  const lines = edited.slice(0, offset).split("\n");
  return { text: edited, offset, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

const query =
  'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2025-01-01"), 12, period(1, Month))';

/** What the server holds with a file of the SQL-like language alone, and after one of table-source SQL. */
async function measureMemory({ extensionFolder, size, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const samples: Record<"SQL-like only" | "with table SQL", number[]> = { "SQL-like only": [], "with table SQL": [] };
  for (let round = 0; round < Math.min(3, size.rounds); round++) {
    await withLanguageServer(extensionFolder, async (server) => {
      await server.open("file:///a.sqllike", "workforce-sqllike", query);
      await completeIn(server.connection, "file:///a.sqllike", 0, 7);
      samples["SQL-like only"].push(await server.residentMegabytes());
      await server.open("file:///a.tablesql", "workforce-tablesql", tableSqlText(statements));
      for (let line = 0; line < statements * 10; line += isSmall ? 450 : 45) {
        await completeIn(server.connection, "file:///a.tablesql", line, 7);
      }
      samples["with table SQL"].push(await server.residentMegabytes());
    });
  }
  return {
    kind: "measured",
    name: "memory of the language server",
    unit: "bytes",
    criteria: [
      { label: "megabytes, SQL-like only", value: Math.max(...samples["SQL-like only"]), bar: 150 },
      { label: "megabytes, with table SQL", value: Math.max(...samples["with table SQL"]), bar: 250 },
    ],
    samples: Object.fromEntries(
      Object.entries(samples).map(([name, megabytes]) => [name, megabytes.map((value) => value * 1024 * 1024)]),
    ),
    facts: {},
  };
}

async function completeIn(
  connection: Parameters<Parameters<typeof withLanguageServer>[1]>[0]["connection"],
  uri: string,
  line: number,
  character: number,
): Promise<void> {
  await connection.sendRequest("textDocument/completion", { textDocument: { uri }, position: { line, character } });
}
