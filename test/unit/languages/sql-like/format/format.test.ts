import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { formatQueryDocument, unformattedStatements } from "../../../../../src/languages/sql-like/format/format.ts";
import { lexQuery } from "../../../../../src/languages/sql-like/syntax/lexer.ts";
import { QueryDocument } from "../../../../../src/languages/sql-like/syntax/query-document.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";
import { aggregateQueries, listQueries } from "../../../../support/generated-queries.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";

const examples: readonly { text: string }[] = JSON.parse(readFileSync("test/fixtures/sql-like/examples.json", "utf8"));

interface FormatCase {
  readonly range?: { readonly start: number; readonly end: number };
  readonly isShellScript?: boolean;
}

function format(text: string, { range, isShellScript = false }: FormatCase = {}): string {
  const document = QueryDocument.create(text, { isShellScript });
  const edits = formatQueryDocument(document, range);
  let end = 0;
  for (const edit of edits) {
    assert.ok(end <= edit.start && edit.start <= edit.end && edit.end <= text.length, JSON.stringify(edit));
    end = edit.end;
  }
  return applyEdits(text, edits);
}

/** Tokens without their places; names in lower case, as functions and units have a spelling of their own. */
function tokensOf(text: string): unknown[] {
  return lexQuery(text).tokens.map(({ start, end, ...token }) =>
    token.kind === "name" ? { ...token, text: token.text.toLowerCase() } : token,
  );
}

/** Comments with the token that follows each, and whether something stands before it on its line. */
function commentsOf(text: string): unknown[] {
  const { tokens, comments } = lexQuery(text);
  return comments.map(({ start, end }) => ({
    text: text.slice(start, end).trimEnd(),
    before: tokens.findIndex((token) => token.start >= end),
    startsLine: /(^|[\r\n])\s*$/.test(text.slice(0, start)),
  }));
}

function checkLayout(text: string, isShellScript = false): string {
  const formatted = format(text, { isShellScript });
  assert.deepEqual(tokensOf(formatted), tokensOf(text), formatted);
  assert.deepEqual(commentsOf(formatted), commentsOf(text), formatted);
  assert.equal(format(formatted, { isShellScript }), formatted, "formatting twice changes nothing");
  return formatted;
}

suite("The layout", () => {
  test("names the statements that it leaves as they are because of an error", () => {
    const text = "select a from B;\n\nselect frm (;\n-- end\n";
    const spans = (range?: { start: number; end: number }) =>
      unformattedStatements(QueryDocument.create(text), range).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(spans(), ["select frm (;"]);
    assert.deepEqual(spans({ start: 0, end: 3 }), []);
    assert.deepEqual(unformattedStatements(QueryDocument.create("select a from B; -- done")), []);
  });

  const cases: readonly (readonly [title: string, text: string, formatted: string])[] = [
    [
      "puts clauses and the operands of WHERE on lines of their own",
      'select employeeCount() as Heads,level( Location , "Location_1" ) from Employee where isManager=true and Age>=40 and not Gender in ("F","M")',
      `SELECT employeeCount() AS Heads, level(Location, "Location_1")
FROM Employee
WHERE isManager = TRUE
  AND Age >= 40
  AND NOT Gender IN ("F", "M")`,
    ],
    [
      "spells functions and units as the language does and leaves names alone",
      'SELECT headCount(), LEVEL(level, "x"), month FROM Employee WHERE Service_Time IN Periods(DATE("2024-01-01"), 1, PERIOD(1, MONTH));',
      `SELECT headCount(), level(level, "x"), month
FROM Employee
WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, Month));`,
    ],
    [
      "puts items that do not fit 100 columns one a line",
      'SELECT employeeCount() AS "All the people there are", averageSalary() AS "What they earn on average", Gender FROM Employee',
      `SELECT
  employeeCount() AS "All the people there are",
  averageSalary() AS "What they earn on average",
  Gender
FROM Employee`,
    ],
    [
      "keeps items that fit 100 columns on one line",
      `SELECT ${"a".repeat(42)}, ${"b".repeat(49)} FROM Employee`,
      `SELECT ${"a".repeat(42)}, ${"b".repeat(49)}\nFROM Employee`,
    ],
    [
      "breaks items that need one column more",
      `SELECT ${"a".repeat(42)}, ${"b".repeat(50)} FROM Employee`,
      `SELECT\n  ${"a".repeat(42)},\n  ${"b".repeat(50)}\nFROM Employee`,
    ],
    [
      "breaks brackets that do not fit with AND and OR at the start of lines",
      `SELECT a FROM b WHERE (Location = "${"x".repeat(40)}" OR Location = "${"y".repeat(40)}" AND c = 1) AND d = 2`,
      `SELECT a
FROM b
WHERE (
    Location = "${"x".repeat(40)}"
    OR Location = "${"y".repeat(40)}" AND c = 1
  )
  AND d = 2`,
    ],
    [
      "breaks a list of values that does not fit",
      `SELECT a FROM b WHERE Location IN ("${"x".repeat(40)}", "${"y".repeat(50)}")`,
      `SELECT a
FROM b
WHERE Location IN (
  "${"x".repeat(40)}",
  "${"y".repeat(50)}"
)`,
    ],
    [
      "keeps BETWEEN, IS NULL, paths, numbers and labels together",
      "SELECT a . b 'l', c FROM d WHERE e BETWEEN - 1 AND 2 AND f IS  not null AND g<>3 AND h(threshold=5) = 1",
      `SELECT a.b 'l', c
FROM d
WHERE e BETWEEN -1 AND 2
  AND f IS NOT NULL
  AND g <> 3
  AND h(threshold = 5) = 1`,
    ],
    [
      "keeps comments at the end of their line, on lines of their own and between tokens",
      `-- Headcount
select a, -- the first
  /* inner */ b -- the second
  -- about FROM
  from c /* short */ where d = 1 -- why
  and /* and */ e = 2 /* long
    one */;`,
      `-- Headcount
SELECT
  a, -- the first
  /* inner */ b -- the second
-- about FROM
FROM c /* short */
WHERE d = 1 -- why
  AND /* and */ e = 2 /* long
    one */;`,
    ],
    [
      "keeps one empty line at most between statements, and comments behind their statement",
      "\n\nselect a from b; -- behind\n\n\n\n-- before\n\n\nselect c from d;select e from f;\n\n\n",
      "SELECT a\nFROM b; -- behind\n\n-- before\n\nSELECT c\nFROM d;\nSELECT e\nFROM f;\n",
    ],
    [
      "leaves a statement with an error as it is and lays out the others",
      "select a from b;\n  select  from  ;\nselect c from d",
      "SELECT a\nFROM b;\n  select  from  ;\nSELECT c\nFROM d",
    ],
    ["keeps the line ends of the document", "select a\r\nfrom b where c = 1", "SELECT a\r\nFROM b\r\nWHERE c = 1"],
    [
      "ends lines in one way where the document does in two",
      "\r\nselect /* one\n two */ a\r\nfrom b",
      "SELECT /* one\n two */\n  a\nFROM b",
    ],
    [
      "leaves what is in quotes alone",
      `SELECT a AS "from  x" FROM b WHERE c = 'and  OR'`,
      `SELECT a AS "from  x"\nFROM b\nWHERE c = 'and  OR'`,
    ],
    ["has nothing to do with an empty text", "", ""],
  ];
  for (const [title, text, formatted] of cases) {
    test(title, () => {
      assert.equal(checkLayout(text), formatted);
    });
  }

  test("takes scripts of the shell, statement by statement", () => {
    const text =
      "set  schema to staging; begin transaction;\ncopy Employee from 'a  b.csv';  -- load\ncommit ;  select a from b;rollback";
    assert.equal(
      checkLayout(text, true),
      "SET schema TO staging;\nBEGIN TRANSACTION;\nCOPY Employee FROM 'a  b.csv'; -- load\nCOMMIT;  select a from b;rollback",
      "statements that the state does not accept are errors and stay",
    );
  });

  test("of a range touches the statements that the range meets", () => {
    const text = "select a from b;\nselect c from d;\nselect e from f;";
    const at = (start: string, end: string) => ({ start: text.indexOf(start), end: text.indexOf(end) });
    assert.equal(format(text, { range: at("c from", "d;") }), "select a from b;\nSELECT c\nFROM d;\nselect e from f;");
    const line = at("select c", "select e");
    assert.equal(format(text, { range: { ...line, end: line.end - 1 } }), format(text, { range: at("c from", "d;") }));
  });

  test("of a range in a script of the shell touches the statements that the range meets", () => {
    const text = "set schema to staging;\nset schema to analytic;\nselect a from b;";
    const range = { start: 30, end: 30 };
    assert.equal(
      format(text, { range, isShellScript: true }),
      text.replace("set schema to analytic", "SET schema TO analytic"),
    );
  });

  test("of a text that has it already needs no edit", () => {
    for (const { text } of examples) {
      const formatted = checkLayout(text);
      assert.deepEqual(formatQueryDocument(QueryDocument.create(formatted)), []);
    }
  });
});

suite("Any text", () => {
  const vocabulary = {
    objects: appendixObjects,
    metrics: appendixMetrics,
    members: (object: string, dimension: string) =>
      appendixMembers.memberPaths(object, dimension)?.map((path) => path.join(".")) ?? [],
  };
  const query = fc.oneof(listQueries(vocabulary), aggregateQueries(vocabulary));
  const filling = fc.constantFrom(
    " ",
    "  ",
    "\n",
    "\n\n\n",
    "\t",
    "\r\n",
    " -- one\n",
    "\n-- two\n",
    " /* three */ ",
    "\n/* four */\n",
    "\n/* five */ ",
    " /* six */\n",
    " /* seven\n  lines */ ",
    "--\n",
    "\n\n-- eight\n\n\n",
  );

  /** A query with its white space changed and comments strewn in, between any two of its tokens. */
  const strewn = fc.tuple(query, fc.array(filling, { minLength: 1, maxLength: 30 })).map(([text, fillings]) => {
    const { tokens } = lexQuery(text);
    return tokens
      .map(({ start, end }, index) => {
        const before = index === 0 ? "" : text.slice(tokens[index - 1]?.end, start);
        const filled = fillings[index % (2 * fillings.length)] ?? before;
        return filled + text.slice(start, end);
      })
      .join("");
  });

  test("of queries keeps its tokens and comments and is laid out once", () => {
    fc.assert(
      fc.property(
        fc.array(strewn, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(";", ";\n\n", " ; -- end\n"),
        (texts, end) => {
          const formatted = checkLayout(texts.join(end) + end);
          assert.doesNotMatch(formatted, /[ \t]$/m);
        },
      ),
      languageRuns("queries with comments strewn in, laid out"),
    );
  }).timeout(languageTimeoutMs);

  test("of queries is a layout that does not depend on the white space before", () => {
    fc.assert(
      fc.property(query, fc.constantFrom("\n", "  ", " \t\r\n "), (text, space) => {
        const spaced = text
          .split(/('(?:[^']|'')*'|"[^"]*")/)
          .map((part, index) => (index % 2 ? part : part.replaceAll(" ", space)))
          .join("");
        assert.equal(format(spaced).replaceAll("\r", ""), format(text));
      }),
      languageRuns("queries with other spaces, laid out"),
    );
  }).timeout(languageTimeoutMs);

  const words =
    `SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE GROUP BY ORDER LIMIT JOIN ; ; ( ( ) ) , . = <> - 'x' "y" 1 2.5
    a b level( date( periods( period( Month count() "open -- /* */ # \` SET schema TO staging BEGIN COPY COMMIT`.split(
      /\s+/,
    );

  test("of any words keeps its tokens and comments", () => {
    const space = fc.constantFrom(" ", "\n", "  ", "\r\n", "");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...words), space), { maxLength: 30 }),
        fc.boolean(),
        (list, isShell) => {
          checkLayout(list.flat().join(""), isShell);
        },
      ),
      languageRuns("words of the language, laid out"),
    );
  }).timeout(languageTimeoutMs);

  test("is laid out in a range by the statements that the range meets, each as it is laid out in the whole text", () => {
    const edits = (text: string, range?: { start: number; end: number }) =>
      formatQueryDocument(QueryDocument.create(text), range).map((edit) => JSON.stringify(edit));
    fc.assert(
      fc.property(fc.array(strewn, { minLength: 2, maxLength: 4 }), fc.nat(), fc.nat(), (texts, one, other) => {
        const text = texts.join(";\n");
        const [start = 0, end = 0] = [one % text.length, other % text.length].sort((a, b) => a - b);
        const ranged = edits(text, { start, end });
        const { parts } = QueryDocument.create(text);
        const all = edits(text);
        assert.ok(ranged.every((edit) => all.includes(edit)));
        const met = parts.filter((placed) => placed.start <= end && start <= placed.start + placed.part.text.length);
        const last = met.at(-1);
        for (const edit of ranged.map((json) => JSON.parse(json))) {
          assert.ok((met[0]?.start ?? 0) <= edit.start && edit.end <= (last ? last.start + last.part.text.length : 0));
        }
      }),
      languageRuns("queries with comments strewn in, a range laid out"),
    );
  }).timeout(languageTimeoutMs);

  test("of any characters keeps its tokens and comments", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        checkLayout(text);
        checkLayout(`select ${text} from a; select b from c where ${text}`);
      }),
      languageRuns("any characters, laid out"),
    );
  }).timeout(languageTimeoutMs);
});
