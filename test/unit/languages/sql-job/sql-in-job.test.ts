import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import {
  completeEmbeddedSql,
  type EmbeddedSqlPosition,
  findEmbeddedSqlDefinition,
  findEmbeddedSqlSignature,
  hoverEmbeddedSql,
} from "../../../../src/languages/server/sql-in-json.ts";
import { checkJobText, type JobSqlContext, jobSqlPositionAt } from "../../../../src/languages/server/sql-job.ts";
import { createGrammarLoader, createTableSqlService } from "../../../../src/languages/table-sql/language-service.ts";
import { summarizeSql } from "../../../../src/languages/table-sql/sql-summary.ts";
import { atCursor, createScope, exampleJob, jobOf } from "./job-texts.ts";

const service = createTableSqlService(createGrammarLoader());

function createParts(): JobSqlContext {
  const scope = createScope({ readSql: summarizeSql });
  return { service, scope, options: { tables: scope.tables, timeColumn: "Service_Time", now: Date.UTC(2025, 4, 20) } };
}

/** A job of one query, as JSON writes it. */
function jobOfQuery(marked: string): string {
  return jobOf(`{"query": {"query": ${JSON.stringify(marked)}}}`);
}

async function placeAt(marked: string): Promise<{ text: string; place: EmbeddedSqlPosition }> {
  const { text, offset } = atCursor(marked);
  const place = await jobSqlPositionAt(text, offset, createParts());
  assert.ok(place);
  return { text, place };
}

/** Code and underlined text of what is said, without what is only said of the embedded engine. */
async function problemsOf(text: string): Promise<string[]> {
  const problems = (await checkJobText(text, createParts())).filter(({ code }) => code !== "TS601");
  return problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

/** The SQL of a job of one query. */
function queryOf(text: string): string {
  return JSON.parse(text).job.actions[0].query.query;
}

suite("SQL in the strings of a job", () => {
  test("of the example has no problem", async () => {
    assert.deepEqual(await problemsOf(exampleJob), []);
  });

  test("is checked where it stands, behind escapes too", async () => {
    const text = jobOfQuery('SELECT "a\tb",\n  nam FROM sites');
    assert.deepEqual(await problemsOf(text), ["TS302 nam"]);
    const [problem] = await checkJobText(text, createParts());
    const edits = problem?.fixes?.[0]?.edits ?? [];
    assert.equal(queryOf(applyEdits(text, edits)), 'SELECT "a\tb",\n  name FROM sites');
  });

  test("sees the inputs of the job as views, with the columns of their local files", async () => {
    assert.deepEqual(
      await problemsOf(exampleJob.replace("SELECT badge_no FROM new_badges", "SELECT badge FROM new_badges")),
      ["TS302 badge"],
    );
    const marked = exampleJob.replace("SELECT badge_no FROM new", "SELECT badge_no FROM |new");
    const { text, place } = await placeAt(marked);
    const { suggestions: offers, replace } = await completeEmbeddedSql(place, service);
    assert.equal(text.slice(replace.start, replace.end), "new_badges");
    assert.deepEqual(
      offers.filter(({ kind }) => kind === "view").map(({ label }) => label),
      ["new_badges"],
    );
  });

  test("may write only the tables of the transaction, whichever the verb", async () => {
    const start = '{"job": {"actions": [{"query": {"query": ';
    for (const sql of [
      "INSERT INTO sites SELECT 1, 'a'",
      "UPDATE sites SET name = 'a'",
      "DELETE FROM sites",
      "MERGE INTO sites USING site_badge b ON name = b.badge_no WHEN MATCHED THEN DELETE",
    ]) {
      assert.deepEqual(await problemsOf(`${start}${JSON.stringify(sql)}}}]}}`), ["SJ201 sites"], sql);
    }
    assert.deepEqual(await problemsOf(`${start}"SELECT name FROM sites"}}]}}`), []);
  });

  test("is completed, with what is inserted escaped for JSON", async () => {
    const { text, place } = await placeAt(jobOfQuery('SELECT "x", | FROM sites'));
    const { suggestions: offers, replace } = await completeEmbeddedSql(place, service);
    assert.equal(replace.start, replace.end);
    assert.equal(text.slice(0, replace.start).endsWith('SELECT \\"x\\", '), true);
    const name = offers.find(({ label }) => label === "name");
    assert.equal(queryOf(applyEdits(text, [{ ...replace, text: name?.snippet ?? "" }])), 'SELECT "x", name FROM sites');
  });

  test("is not completed within an escape", async () => {
    const { place } = await placeAt(jobOfQuery("SELECT \n name FROM sites").replace("\\n", "\\|n"));
    assert.deepEqual((await completeEmbeddedSql(place, service)).suggestions, []);
  });

  test("is completed while its string is still open", async () => {
    const { place } = await placeAt('{"job": {"actions": [{"query": {"query": "SELECT name FROM sit|');
    const { suggestions: offers } = await completeEmbeddedSql(place, service);
    assert.ok(offers.some(({ label }) => label === "sites"));
  });

  test("is explained, and its names lead to where they come from", async () => {
    const { text, place } = await placeAt(jobOfQuery('SELECT "x", s.name FROM si|tes s'));
    const hover = await hoverEmbeddedSql(place, service);
    assert.equal(hover && text.slice(hover.start, hover.end), "sites");
    const table = await findEmbeddedSqlDefinition(place, service);
    assert.deepEqual(
      [table?.kind, table && text.slice(table.origin.start, table.origin.end)],
      ["tableSource", "sites"],
    );
    const own = await placeAt(jobOfQuery('WITH a AS (SELECT "x") SELECT * FROM |a'));
    const found = await findEmbeddedSqlDefinition(own.place, service);
    assert.ok(found?.kind === "text");
    assert.deepEqual(own.text.slice(found.target.start, found.target.end), "a");
    assert.ok(found.target.start < found.origin.start);
  });

  test("helps with the arguments of a call", async () => {
    const { place } = await placeAt(jobOfQuery('SELECT "x", lag(| FROM sites'));
    assert.match(findEmbeddedSqlSignature(place, service)?.signature ?? "", /^lag\(/);
  });

  test("is only where SQL stands", async () => {
    const { text, offset } = atCursor(jobOf('{"replace": {"source": "si|tes"}}'));
    assert.equal(await jobSqlPositionAt(text, offset, createParts()), undefined);
  });
});
