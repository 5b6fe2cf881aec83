import { createModelSource } from "../../src/languages/core/model/create-model-source.ts";
import { checkQueryDocument, checkStatementText } from "../../src/languages/sql-like/checks/check-document.ts";
import { completeQuery } from "../../src/languages/sql-like/completion/completion.ts";
import { QueryDocument } from "../../src/languages/sql-like/syntax/query-document.ts";
import { appendixMetrics, appendixObjects } from "../support/appendix-model.ts";
import { completionPlaces, type LanguageTask, type LanguageWork } from "./language-tasks.ts";
import { largeModel } from "./large-model.ts";
import { queryText } from "./query-text.ts";

// The language service by itself, in a process as its server's: another parser beside it would change how its code is compiled.
const { repositoryRoot, lines, objects, members }: LanguageWork = JSON.parse(process.argv[2] ?? "{}");
const text = queryText(repositoryRoot, lines);
const model = createModelSource(appendixObjects, appendixMetrics);
const large = largeModel(objects, members);
let document = QueryDocument.create(text);
let edits = 0;

/** Each does one thing that no call before it has done, and says how many milliseconds it took. */
const tasks: Readonly<Record<LanguageTask, () => number | Promise<number>>> = {
  read: () => {
    const changed = queryText(repositoryRoot, lines, edits++);
    return timed(() => check(QueryDocument.create(changed)));
  },
  keystroke: () => {
    const { text: before } = document;
    const at = before.indexOf("FROM", (edits++ * 997) % (before.length - 1000));
    const changed = `${before.slice(0, at)} ${before.slice(at)}`;
    return timed(() => {
      document = document.withText(changed);
      check(document);
    });
  },
  complete: completeOnce,
};

process.on("message", async (task: LanguageTask) => process.send?.(await tasks[task]()));
process.on("disconnect", () => process.exit());

function check(read: QueryDocument): void {
  checkQueryDocument(read, (part) => checkStatementText(part, model).problems);
}

function timed(work: () => void): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

async function completeOnce(): Promise<number> {
  const marked = completionPlaces[edits % completionPlaces.length] ?? "";
  const typed = marked.replace("|", "").replace("SELECT", `SELECT${" ".repeat(1 + (edits % 5))}`);
  const cursor = typed.length - (marked.length - 1 - marked.indexOf("|"));
  const at = text.indexOf(";", (edits++ * 997) % (text.length - 1000)) + 1;
  const changed = `${text.slice(0, at)}\n${typed};${text.slice(at)}`;
  const caret = at + 1 + cursor;
  let edited = QueryDocument.create(changed.slice(0, caret - 1) + changed.slice(caret));
  const startedMs = performance.now();
  edited = edited.withText(changed);
  const { part, start } = edited.statementAt(caret);
  const { suggestions: offers } = await completeQuery(part.text, caret - start, {
    timeColumn: "Service_Time",
    now: Date.UTC(2025, 0, 1),
    model: large.model,
    search: async (asked) => large.search(asked),
  });
  const elapsedMs = performance.now() - startedMs;
  if (offers.length === 0) {
    throw new Error(`Nothing is offered at ${marked}.`);
  }
  return elapsedMs;
}
