import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { languageServerFlags } from "../../../src/languages/start.ts";
import type { BenchOptions } from "../bench-options.ts";
import { withLanguageServer } from "../language-server-process.ts";
import { completionPlaces, type LanguageTask, type LanguageWork } from "../language-tasks.ts";
import { largeModel } from "../large-model.ts";
import { queryText } from "../query-text.ts";
import { ReferenceParser } from "../reference-parser.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, percentile } from "../samples.ts";
import { tableSqlText } from "../table-sql-text.ts";

const lines = 1000;
const modelSize = { objects: 5000, members: 50_000 };

type Run = (task: LanguageTask) => Promise<number>;

/** The SQL-like language service against dt-sql-parser's Spark SQL on as many lines. */
export async function measureLanguage(options: BenchOptions): Promise<MeasuredRow[]> {
  const { repositoryRoot, programFolder } = options;
  const work: LanguageWork = { repositoryRoot, lines, ...modelSize };
  const program = fork(join(programFolder, "language-program.js"), [JSON.stringify(work)], {
    execArgv: [...languageServerFlags],
  });
  const run: Run = async (task) => {
    program.send(task);
    const [elapsedMs] = await once(program, "message");
    return elapsedMs;
  };
  try {
    return [await measureReading(options, run), await measureCompletion(options, run), await measureMemory(options)];
  } finally {
    program.disconnect();
    await once(program, "exit");
  }
}

/** A whole reading of a text, and reading it again after one keystroke, against `validate`. */
async function measureReading({ isSmall, repositoryRoot }: BenchOptions, run: Run): Promise<MeasuredRow> {
  const characters = charactersOf({
    "characters of ours": queryText(repositoryRoot, lines),
    "characters of dt-sql-parser's": tableSqlText(lines / 10),
  });
  const reference = new ReferenceParser();
  let edits = 0;
  // A server that somebody types in has run all of this often.
  await repeat(isSmall ? 1 : 100, () => run("read"));
  await repeat(isSmall ? 1 : 500, () => run("keystroke"));
  const samples = await alternate(
    {
      "whole text": () => run("read"),
      keystroke: () => run("keystroke"),
      "dt-sql-parser": async () => {
        const changed = tableSqlText(lines / 10).replaceAll("total", `total${edits++}`);
        return reference.validate(changed);
      },
    },
    isSmall ? 1 : 60,
  );
  const [whole, keystroke, theirs] = ["whole text", "keystroke", "dt-sql-parser"].map((name) =>
    median(samples[name] ?? []),
  );
  return {
    kind: "measured",
    name: "reading 1,000 lines of SQL-like",
    unit: "ms",
    criteria: [
      { label: "parse, bind and check / validate of dt-sql-parser", value: (whole ?? 0) / (theirs ?? 0), bar: 1 / 25 },
      {
        label: "again after a keystroke / validate of dt-sql-parser",
        value: (keystroke ?? 0) / (theirs ?? 0),
        bar: 1 / 100,
      },
    ],
    samples,
    facts: { lines, ...characters },
  };
}

/** How long the texts are. Throws when one has much more in its lines than another. */
function charactersOf(texts: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const lengths = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.length]));
  const counts = Object.values(lengths);
  if (Math.min(...counts) < Math.max(...counts) * 0.95) {
    throw new Error(`The texts are not as long as each other: ${counts.join(" and ")} characters.`);
  }
  return lengths;
}

/** Each call is the first one after an edit of the text that it is for. */
async function measureCompletion({ isSmall }: BenchOptions, run: Run): Promise<MeasuredRow> {
  const text = tableSqlText(lines / 10);
  const reference = new ReferenceParser();
  let edits = 0;
  const rounds = isSmall ? 1 : completionPlaces.length * 10;
  await repeat(Math.max(rounds, completionPlaces.length), () => run("complete"));
  const samples = await alternate(
    {
      ours: () => run("complete"),
      "dt-sql-parser": async () => {
        const row = ((edits++ * 37) % 90) * 10;
        const rows = text.split("\n");
        rows[row] = `SELECT e.person_key, x${edits}, `;
        return reference.complete({ text: rows.join("\n"), line: row + 1, column: (rows[row] ?? "").length + 1 });
      },
    },
    rounds,
  );
  const [ours, theirs] = [percentile(samples.ours ?? [], 0.95), percentile(samples["dt-sql-parser"] ?? [], 0.95)];
  return {
    kind: "measured",
    name: "completion of SQL-like with a large model",
    unit: "ms",
    criteria: [{ label: "p95, ours / dt-sql-parser on 1,000 lines", value: ours / theirs, bar: 1 / 10 }],
    samples,
    facts: { ...modelSize, "p95 ours, ms": ours, "p95 dt-sql-parser, ms": theirs },
  };
}

/** What the server holds after queries over that model were opened and completed. */
async function measureMemory({ extensionFolder, repositoryRoot }: BenchOptions): Promise<MeasuredRow> {
  const { search } = largeModel(modelSize.objects, modelSize.members);
  const megabytes = await withLanguageServer(
    extensionFolder,
    async (server) => {
      const uri = "file:///a.sqllike";
      const typed = completionPlaces.map((place) => `${place.replace("|", "")};\n`).join("");
      await server.open(uri, "workforce-sqllike", typed + queryText(repositoryRoot, lines));
      for (const [line, place] of completionPlaces.entries()) {
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

async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < count; round++) {
    await work();
  }
}
