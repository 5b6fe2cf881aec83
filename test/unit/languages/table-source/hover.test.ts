import assert from "node:assert/strict";
import {
  type EmbeddedSqlPosition,
  findEmbeddedSqlDefinition,
  findEmbeddedSqlSignature,
  hoverEmbeddedSql,
} from "../../../../src/languages/server/sql-in-json.ts";
import { definitionScopeOf, definitionSqlPositionAt } from "../../../../src/languages/server/table-source-text.ts";
import { hoverDefinition } from "../../../../src/languages/table-source/hover.ts";
import { createDefinitionOutline } from "../../../../src/languages/table-source/outline.ts";
import { atCursor, createParts, exampleView, filterOf, service, viewOf } from "./definition-texts.ts";

/** What is said of a stretch of the example, and of which stretch. */
async function hoverOn(stretch: string): Promise<[string, string] | undefined> {
  const found = await hoverDefinition(exampleView, exampleView.indexOf(stretch) + 1, definitionScopeOf(createParts()));
  return found && [exampleView.slice(found.start, found.end), found.markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1")];
}

async function placeAt(marked: string): Promise<{ text: string; place: EmbeddedSqlPosition }> {
  const { text, offset } = atCursor(marked);
  const place = await definitionSqlPositionAt(text, offset, createParts());
  assert.ok(place);
  return { text, place };
}

suite("Hover in a definition of a table source", () => {
  test("explains fields in one line", async () => {
    assert.deepEqual(await hoverOn('"snapshotRetentionDays"'), [
      '"snapshotRetentionDays"',
      "Days that snapshots are kept, 1 to 180; 7 when left out.",
    ]);
    assert.match((await hoverOn('"joinFilter"'))?.[1] ?? "", /`input`.*`output`/);
  });

  test("shows the table of a unique id with its columns", async () => {
    assert.deepEqual(await hoverOn('"id-100"'), [
      '"id-100"',
      "**ledger** — table source · Payroll ledger\n\n`person_key` STRING · `posted_at` DATE_TIME · `amount` DECIMAL",
    ]);
  });

  test("says nothing of ids that are not known, and of the writer's own texts", async () => {
    const text = viewOf("SELECT 1", '{"upstreamTable": "id-9"}');
    assert.equal(await hoverDefinition(text, text.indexOf('"id-9"') + 1, definitionScopeOf(createParts())), undefined);
    assert.equal(await hoverOn('"cost_by_site"'), undefined);
  });

  test("explains names in the query and in a join filter, which lead to where they come from", async () => {
    const query = await placeAt(viewOf('SELECT "\t", am|ount FROM ledger'));
    const hover = await hoverEmbeddedSql(query.place, service);
    assert.equal(hover && query.text.slice(hover.start, hover.end), "amount");
    assert.match(hover?.markdown ?? "", /DECIMAL/);
    const table = await findEmbeddedSqlDefinition((await placeAt(viewOf("SELECT amount FROM led|ger"))).place, service);
    assert.equal(table?.kind === "tableSource" && table.table.id, "id-100");
    const filter = await placeAt(filterOf("input.posted|_at > output.amount"));
    assert.match((await hoverEmbeddedSql(filter.place, service))?.markdown ?? "", /DATE\\_TIME, primary timestamp/);
  });

  test("helps with the arguments of a call", async () => {
    const { place } = await placeAt(filterOf('date_trunc("YEAR", |'));
    assert.match(findEmbeddedSqlSignature(place, service)?.signature ?? "", /^date_trunc\(/);
  });
});

suite("The outline of a definition of a table source", () => {
  test("has the columns and the upstream tables", () => {
    assert.deepEqual(
      createDefinitionOutline(exampleView).map(({ kind, title, detail }) => [kind, title, detail]),
      [
        ["column", "site_id", "INTEGER"],
        ["column", "cost", "DECIMAL"],
        ["upstream", "id-100", ""],
        ["upstream", "id-200", "input.site_id = output.site_id"],
      ],
    );
  });
});
