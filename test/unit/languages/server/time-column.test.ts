import type { PublishDiagnosticsParams } from "vscode-languageserver-protocol/node";
import type { TableLookupParams } from "../../../../src/languages/core/model/table-model.ts";
import { LanguageEditor } from "../../../support/language-editor.ts";
import { answerFromAppendix } from "../../../support/model-answers.ts";
import { createTables } from "../table-sql/workforce-tables.ts";

const sql = "SELECT person_key FROM employee_events WHERE Valid_Time > '2024-01-01'";
const texts = [
  {
    language: "workforce-sqllike",
    uri: "file:///query.sqllike",
    text: 'SELECT Age FROM Employee WHERE Valid_Time BETWEEN date("2024-01-01") AND date("2024-02-01")',
    before: ["SL502", "SL301"],
    after: [],
  },
  { language: "workforce-tablesql", uri: "file:///query.tablesql", text: sql, before: ["TS302"], after: ["TS401"] },
  {
    language: "json",
    uri: "file:///query.sqljob.json",
    text: JSON.stringify({ job: { actions: [{ query: { query: sql } }] } }),
    before: ["TS302"],
    after: ["TS401"],
  },
];

suite("Another name of the time column", () => {
  let editor: LanguageEditor | undefined;

  teardown(() => editor?.dispose());

  async function openEditor(): Promise<LanguageEditor> {
    const opened = await LanguageEditor.open({ search: answerFromAppendix });
    editor = opened;
    const tables = createTables();
    opened.connection.onRequest("workforce/tables/find", ({ objectNames }: TableLookupParams) =>
      tables.find(objectNames),
    );
    return opened;
  }

  for (const { language, uri, text, before, after } of texts) {
    test(`changes at once what is said of an open document of ${language}`, async () => {
      const opened = await openEditor();
      await opened.openText(uri, text, language);
      const isSaid =
        (codes: readonly string[]) =>
        ({ diagnostics }: PublishDiagnosticsParams): boolean =>
          diagnostics.map(({ code }) => code).join() === codes.join();
      await opened.diagnostics(uri, isSaid(before));
      const settings = { timeColumn: "Valid_Time" };
      await opened.connection.sendNotification("workspace/didChangeConfiguration", { settings });
      await opened.diagnostics(uri, isSaid(after));
    }).timeout(20_000);

    test(`comes from the deployment of the active connection, for ${language}`, async () => {
      const opened = await openEditor();
      let timeColumn: string | null = "Valid_Time";
      opened.connection.onRequest("workforce/model/timeColumn", () => timeColumn);
      await opened.openText(uri, text, language);
      const isSaid =
        (codes: readonly string[]) =>
        ({ diagnostics }: PublishDiagnosticsParams): boolean =>
          diagnostics.map(({ code }) => code).join() === codes.join();
      await opened.diagnostics(uri, isSaid(after));
      timeColumn = null;
      await opened.connection.sendNotification("workforce/model/changed");
      await opened.diagnostics(uri, isSaid(before));
      timeColumn = "Valid_Time";
      await opened.connection.sendNotification("workforce/model/changed");
      await opened.diagnostics(uri, isSaid(after));
    }).timeout(20_000);
  }
});
