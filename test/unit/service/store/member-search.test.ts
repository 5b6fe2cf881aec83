import assert from "node:assert/strict";
import fc from "fast-check";
import { Database, quoteName } from "../../../../src/duckdb/database.ts";
import { memberTableColumns, memberTableNameOf } from "../../../../src/service/model/member-tree.ts";
import { memberScorer } from "../../../../src/service/operations/member-search.ts";
import { type FoundMember, searchMembers } from "../../../../src/service/store/search-members.ts";

const { signal } = new AbortController();

/** Few letters, so that texts are often found; parts of names and paths, both cases, and signs that mean something to LIKE. */
const fragment = fc.stringMatching(/^[abAB.%_ üÜ]{1,4}$/);
const member = fc.record({ name: fragment, displayName: fragment, parentPath: fragment, isLeaf: fc.boolean() });

suite("search for members", () => {
  let database: Database;
  suiteSetup(async () => {
    database = await Database.open(":memory:", { threads: 2 });
  });
  suiteTeardown(() => database.close());

  test("finds for many texts at once what a look at each member for each text finds", async () => {
    const property = fc.asyncProperty(
      fc.array(member, { maxLength: 30 }),
      fc.array(fc.oneof(fragment, fc.constant("")), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 6 }),
      async (drawn, texts, leavesOnly, limit) => {
        const members = drawn.map(({ name, displayName, parentPath, isLeaf }, ordinal) => ({
          name,
          displayName,
          path: `${parentPath}.${name}`,
          depth: ordinal % 3,
          isLeaf,
        }));
        await fill(members);
        assert.deepEqual(
          await searchMembers(database, "list", { texts, leavesOnly, limit }, signal),
          texts.map((text) => naive(members, text, leavesOnly).slice(0, limit)),
        );
      },
    );
    const seed = process.env.SEED;
    await fc.assert(property, { numRuns: 100, ...(seed !== undefined && { seed: Number(seed) }) });
  }).timeout(60_000);

  async function fill(members: readonly FoundMember[]): Promise<void> {
    const table = quoteName(memberTableNameOf("list"));
    await database.use(async (connection) => {
      await connection.run(`CREATE OR REPLACE TABLE ${table} (${memberTableColumns})`);
      if (members.length > 0) {
        await connection.run(
          `INSERT INTO ${table} VALUES ${members.map((_, ordinal) => `(?, NULL, ?, ?, ?, ?, [${ordinal}], ?)`).join(", ")}`,
          members.flatMap((one, ordinal) => [ordinal, one.depth, one.name, one.displayName, one.path, one.isLeaf]),
        );
      }
    });
  }
});

/** Best matches first, as the search scores them; of equal ones those that come first in the model. */
function naive(members: readonly FoundMember[], text: string, leavesOnly: boolean): FoundMember[] {
  const wanted = text.toLowerCase();
  const scoreOf = memberScorer(text);
  return members
    .filter(({ isLeaf }) => isLeaf || !leavesOnly)
    .filter(({ name, displayName, path }) =>
      [name, displayName, path].some((one) => one.toLowerCase().includes(wanted)),
    )
    .sort((one, other) => scoreOf(other).matchScore - scoreOf(one).matchScore);
}
