import assert from "node:assert/strict";
import { type ParseOptions, parseScript, type Query, queryKind } from "../../../../../src/languages/sql-like/syntax.ts";

function parseQuery(text: string): Query {
  const [statement] = parseScript(text).script.statements;
  assert.equal(statement?.kind, "query");
  return statement;
}

function codesOf(text: string, options?: ParseOptions): string[] {
  return parseScript(text, options).problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

const itemsOf = (text: string) =>
  parseQuery(text).items.map(({ start, end, label }) => [text.slice(start, end), label?.value]);

suite("Parsing a script", () => {
  test("gives each item its expression and its label", () => {
    assert.deepEqual(itemsOf('select a.b as "One", level(c, "d") Sum, e() from f'), [
      ['a.b as "One"', "One"],
      ['level(c, "d") Sum', "Sum"],
      ["e()", undefined],
    ]);
  });

  test("takes the words of functions, units and foreign clauses as names where names stand", () => {
    const text =
      "SELECT Order, Limit AS Group, date.period, Month, level AS Count FROM Join WHERE Left = 1 AND Case = 'x'";
    assert.deepEqual(codesOf(text), []);
    assert.equal(parseQuery(text).items.length, 5);
  });

  test("separates statements, those without text left out", () => {
    const { script, problems } = parseScript("SELECT a FROM b;;\nSELECT 'x;y' AS c FROM d -- ;\n;");
    assert.equal(script.statements.length, 2);
    assert.deepEqual(problems, []);
  });

  test("takes one statement and one semicolon when a request is meant", () => {
    assert.deepEqual(codesOf("SELECT a FROM b; -- done", { isSingleStatement: true }), []);
    assert.deepEqual(codesOf("SELECT a FROM b;; SELECT c FROM d", { isSingleStatement: true }), [
      "SL207 SELECT c FROM d",
    ]);
  });

  test("leaves a hole where an operand is missing, with one problem for it", () => {
    const text = "SELECT a, , b FROM c WHERE d = AND e IN (1, )";
    assert.deepEqual(codesOf(text), ["SL206 ,", "SL206 =", "SL206 ,"]);
    const query = parseQuery(text);
    assert.deepEqual(
      query.items.map(({ expression }) => expression.kind),
      ["path", "hole", "path"],
    );
    assert.equal(query.where?.condition.kind, "and");
  });

  test("finds FROM and WHERE behind brackets that are not closed", () => {
    const query = parseQuery('SELECT level(a, "b" FROM c WHERE (d = 1 AND (e = 2');
    assert.equal(query.from?.object.kind, "path");
    assert.equal(query.where?.condition.kind, "group");
  });

  test("keeps a half-typed text as a tree", () => {
    const query = parseQuery("SELECT employeeCount(), ");
    assert.equal(query.items.length, 2);
    assert.equal(query.from, undefined);
    assert.deepEqual(codesOf("SELECT"), ["SL201 SELECT", "SL202 SELECT"]);
  });

  test("tells a label from an item after a forgotten comma", () => {
    assert.deepEqual(codesOf("SELECT a() Heads FROM b"), ["SL205 Heads"]);
    assert.deepEqual(codesOf("SELECT a() b.c FROM d"), ["SL203 b"]);
    assert.deepEqual(codesOf('SELECT a() level(b, "c") FROM d'), ["SL203 level"]);
  });

  test("opens one node for each foreign clause, up to the next one", () => {
    const text = "SELECT a FROM b WHERE c = 1 GROUP BY a, d HAVING e > (1) ORDER BY a DESC LIMIT 5 OFFSET 3";
    const clauses = parseQuery(text).unsupported.map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(clauses, ["GROUP BY a, d", "HAVING e > (1)", "ORDER BY a DESC", "LIMIT 5", "OFFSET 3"]);
  });

  test("goes on after a join", () => {
    const query = parseQuery("SELECT a FROM b LEFT OUTER JOIN c ON b.x = c.y INNER JOIN d USING (e) WHERE f = 1");
    assert.deepEqual(
      query.unsupported.map(({ title }) => title),
      ["JOIN", "JOIN"],
    );
    assert.ok(query.where);
  });

  test("reads the shell's own statements only in a shell script, and in the order of its states", () => {
    const script =
      "SET schema TO staging; BEGIN TRANSACTION; COPY Pay_Change FROM 'pay.csv'; COMMIT WORK; set schema to analytic; SELECT a FROM b;";
    assert.deepEqual(codesOf(script, { isShellScript: true }), []);
    assert.deepEqual(
      parseScript(script, { isShellScript: true }).script.statements.map((statement) =>
        statement.kind === "shellStatement" ? statement.action : statement.kind,
      ),
      ["setSchema", "begin", "copy", "commit", "setSchema", "query"],
    );
    assert.ok(codesOf(script).length > 0);
    assert.deepEqual(codesOf("COMMIT; SET schema TO analytic; SET schema TO other", { isShellScript: true }), [
      "SL201 COMMIT",
      "SL201 SET schema TO analytic",
      "SL201 other",
    ]);
    assert.deepEqual(codesOf('SET schema TO staging; BEGIN TRANSACTION; COPY a FROM "b"', { isShellScript: true }), [
      'SL201 "b"',
    ]);
  });
});

suite("The kind of a query", () => {
  const kindOf = (text: string) => queryKind(parseQuery(text));

  test("is aggregate with a call of a metric", () => {
    assert.equal(kindOf("SELECT employeeCount() FROM Employee"), "aggregate");
    assert.equal(kindOf("SELECT a, AVG(b) FROM c"), "aggregate");
    assert.equal(kindOf("SELECT rate() FROM c"), "aggregate");
  });

  test("is list with nothing but attributes, functions and slips in their names", () => {
    assert.equal(kindOf("SELECT a, LEVEL(b, 'c') FROM d"), "list");
    assert.equal(kindOf("SELECT levle(b, 'c'), period_s(a, b) FROM d"), "list");
    assert.equal(kindOf("SELECT leafmembers(b) FROM d"), "list");
    assert.equal(kindOf("SELECT a FROM b WHERE employeeCount() > 4"), "list");
  });
});
