import assert from "node:assert/strict";
import fc from "fast-check";
import { suggestOptions } from "../../../../../src/languages/sql-like/completion/option-suggestions.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

/** The text after the first offers are taken at the cursor, which is `|`. */
function offersAt(marked: string, kind: "aggregate" | "list" = "list"): readonly string[] | undefined {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = suggestOptions(text, offset, kind);
  return found?.offers.map((offer) => text.slice(0, found.replace.start) + offer.text + text.slice(found.replace.end));
}

const query = "\nSELECT Age FROM Employee";

suite("Completing the options in a comment", () => {
  const firstOffers: readonly (readonly [marked: string, first: string | undefined])[] = [
    ["-- |", "-- listQueryOptions: {}"],
    [`-- li|${query}`, `-- listQueryOptions: {}${query}`],
    [`/*|*/${query}`, `/*listQueryOptions: {}*/${query}`],
    [`-- listQueryOptions: {|}${query}`, `-- listQueryOptions: {"calendarType": "TENANT_CALENDAR"}${query}`],
    [`-- listQueryOptions: {"lim|"}${query}`, `-- listQueryOptions: {"calendarType": "TENANT_CALENDAR"}${query}`],
    [`-- listQueryOptions: {"a|": 1}${query}`, `-- listQueryOptions: {"calendarType": 1}${query}`],
    [
      `-- listQueryOptions: {"limit": 1, |}${query}`,
      `-- listQueryOptions: {"limit": 1, "calendarType": "TENANT_CALENDAR"}${query}`,
    ],
    [`-- listQueryOptions: {"recordMode": |}${query}`, `-- listQueryOptions: {"recordMode": "NORMAL"}${query}`],
    [`-- listQueryOptions: {"recordMode": "CH|"}${query}`, `-- listQueryOptions: {"recordMode": "NORMAL"}${query}`],
    [`-- listQueryOptions: {"omitHeader": |}${query}`, `-- listQueryOptions: {"omitHeader": true}${query}`],
    [
      `-- aggregateQueryOptions: {"internal": {|}}${query}`,
      `-- aggregateQueryOptions: {"internal": {"sparseHandlingMode": "ALLOW"}}${query}`,
    ],
    [
      `-- aggregateQueryOptions: {"internal": {"alignTimeAxisToPeriodEnd": |}}${query}`,
      `-- aggregateQueryOptions: {"internal": {"alignTimeAxisToPeriodEnd": true}}${query}`,
    ],
    [
      `/* listQueryOptions: {\n  |\n} */${query}`,
      `/* listQueryOptions: {\n  "calendarType": "TENANT_CALENDAR"\n} */${query}`,
    ],
    ["-- all the people|", undefined],
    ["SELECT Age -- |", undefined],
    ["SELECT | Age", undefined],
    [`-- otherQueryOptions: {|}${query}`, undefined],
    [`-- listQueryOptions: {"nothing": |}${query}`, undefined],
  ];

  for (const [marked, first] of firstOffers) {
    test(`${first ? "offers" : "offers nothing"} at ${marked.replaceAll("\n", " ")}`, () => {
      assert.equal(offersAt(marked)?.[0], first);
    });
  }

  test("offers the options of the kind of query first", () => {
    assert.deepEqual(offersAt("-- |", "aggregate"), ["-- aggregateQueryOptions: {}", "-- listQueryOptions: {}"]);
  });

  test("offers every value that an option may have", () => {
    assert.deepEqual(offersAt(`-- aggregateQueryOptions: {"zeroVisibility": |}${query}`), [
      `-- aggregateQueryOptions: {"zeroVisibility": "SHOW"}${query}`,
      `-- aggregateQueryOptions: {"zeroVisibility": "HIDE"}${query}`,
      `-- aggregateQueryOptions: {"zeroVisibility": "ELIMINATE"}${query}`,
    ]);
  });

  test("never replaces more than the comment, whatever stands in it", () => {
    const pieces = fc.constantFrom(
      ...'-- /* */ listQueryOptions: aggregateQueryOptions { } [ ] , : " "limit" "recordMode" 1 true \n SELECT x'.split(
        " ",
      ),
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.nat(200), (list, place) => {
        const text = list.join("");
        const offset = Math.min(place, text.length);
        const found = suggestOptions(text, offset, "list");
        if (found) {
          const { start, end } = found.replace;
          assert.ok(
            0 <= start && start <= offset && offset <= end && end <= text.length,
            JSON.stringify({ text, offset }),
          );
        }
      }),
      languageRuns("comments with options, completed"),
    );
  }).timeout(languageTimeoutMs);
});
