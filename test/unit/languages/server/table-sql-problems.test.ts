import assert from "node:assert/strict";
import type { Connection, PublishDiagnosticsParams, TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { EventSource } from "../../../../src/base/event.ts";
import type { FixableProblem } from "../../../../src/languages/core/text/fix.ts";
import { TableSqlProblems } from "../../../../src/languages/server/table-sql-problems.ts";

const uri = "file:///badges.tablesql";
const languageId = "workforce-tablesql";
const problem: FixableProblem = { code: "TS201", severity: "error", message: "No.", start: 0, end: 1 };

/** Documents of an editor, a check that takes so long by the clock, and what was sent. */
function createWorld(tookMs: number) {
  const changed = new EventSource<{ readonly document: TextDocument }>();
  const closed = new EventSource<{ readonly document: TextDocument }>();
  const open = new Map<string, TextDocument>();
  const sent: PublishDiagnosticsParams[] = [];
  const checked: string[] = [];
  let heard: (() => void) | undefined;
  let nowMs = 0;
  const documents = {
    get: (asked: string) => open.get(asked),
    all: () => [...open.values()],
    onDidChangeContent: changed.event,
    onDidClose: closed.event,
  } as unknown as TextDocuments<TextDocument>;
  const connection = {
    sendDiagnostics: async (params: PublishDiagnosticsParams) => {
      sent.push(params);
      heard?.();
    },
  } as unknown as Connection;
  const problems = new TableSqlProblems({ connection, documents, now: () => nowMs }, languageId, async (document) => {
    checked.push(document.getText());
    nowMs += tookMs;
    return [problem];
  });
  const write = (text: string, version: number, language = languageId) => {
    const document = TextDocument.create(uri, language, version, text);
    open.set(uri, document);
    changed.fire({ document });
    return document;
  };
  const close = (document: TextDocument) => {
    open.delete(document.uri);
    closed.fire({ document });
  };
  const nextSent = () =>
    new Promise<void>((resolve) => {
      heard = resolve;
    });
  return { problems, write, close, checked, sent, nextSent };
}

suite("The problems of table-source SQL in the server", () => {
  test("are sent for each version, and kept for the fixes of that version", async () => {
    const { problems, write, checked, sent, nextSent } = createWorld(1);
    const first = nextSent();
    const document = write("a", 1);
    await first;
    assert.deepEqual(await problems.of(document), [problem]);
    assert.deepEqual(checked, ["a"]);
    const second = nextSent();
    const newer = write("b", 2);
    assert.deepEqual(await problems.of(newer), [problem]);
    await second;
    assert.deepEqual(
      sent.map(({ version }) => version),
      [1, 2],
    );
  });

  test("wait for a pause in the typing when the last check took long", async () => {
    const { write, checked, nextSent } = createWorld(100);
    const first = nextSent();
    write("a", 1);
    await first;
    const last = nextSent();
    write("ab", 2);
    write("abc", 3);
    write("abcd", 4);
    await last;
    assert.deepEqual(checked, ["a", "abcd"]);
  });

  test("are looked for again when something else changed, and never in another language", async () => {
    const { problems, write, checked, nextSent } = createWorld(1);
    write("x", 1, "workforce-sqllike");
    problems.refresh();
    assert.deepEqual(checked, []);
    const first = nextSent();
    write("a", 2);
    await first;
    const again = nextSent();
    problems.refresh();
    await again;
    assert.deepEqual(checked, ["a", "a"]);
  });

  test("are found by one check of a version, however many ask while the typing goes on", async () => {
    const { problems, write, checked, nextSent } = createWorld(100);
    const first = nextSent();
    write("a", 1);
    await first;
    const last = nextSent();
    const outdated = problems.of(write("ab", 2));
    const newest = write("abc", 3);
    const asked = [problems.of(newest), problems.of(newest)];
    assert.deepEqual(checked, ["a"]);
    assert.deepEqual(await Promise.all(asked), [[problem], [problem]]);
    assert.deepEqual(await outdated, []);
    await last;
    assert.deepEqual(checked, ["a", "abc"]);
  });

  test("of a check that was overtaken by a change beside the texts are not sent", async () => {
    const { problems, write, checked, sent, nextSent } = createWorld(1);
    const only = nextSent();
    write("a", 1);
    problems.refresh();
    await only;
    assert.deepEqual([checked, sent.length], [["a"], 1]);
  });

  test("are not sent for a document that was closed meanwhile", async () => {
    const { problems, write, close, sent } = createWorld(1);
    const document = write("a", 1);
    close(document);
    await problems.of(document);
    assert.deepEqual(sent, []);
  });
});
