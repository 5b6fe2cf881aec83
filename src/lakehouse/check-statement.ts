import { isRecord } from "../base/guards.ts";
import { findFunction, isGeneratorFunction } from "../languages/table-sql/functions/functions.ts";
import { lexSql, parseSingleStatement, type Statement, type TargetTable } from "../languages/table-sql/syntax.ts";
import { RefusedStatement } from "./lakehouse-error.ts";

/** A statement that may be sent to Spark: it reads and writes only tables of single names, and calls only known functions. */
export interface CheckedStatement {
  readonly kind: "query" | "insert" | "delete" | "update" | "merge";
  /** The text without comments and `;`; everything else is at its place. */
  readonly text: string;
  /** The table that is written. */
  readonly target: TargetTable | undefined;
  /** The columns that an INSERT names, or each INSERT of a MERGE, in the order of the text. */
  readonly inserted: readonly InsertedColumns[];
  /** Tables and inputs that the statement reads; each name once, as first written. The target only if it is read as well. */
  readonly reads: readonly string[];
}

/** Columns that an INSERT names. Offsets are those of the text. */
interface InsertedColumns {
  readonly names: readonly string[];
  readonly namesStart: number;
  /** Start of its values: a list of them, or a query that is the rest of the text. */
  readonly values: { readonly kind: "list" | "query"; readonly start: number };
}

/** Functions of Spark that reach files, the JVM or the server's settings. */
const refusedFunctions: ReadonlySet<string> = new Set(
  "java_method reflect try_reflect input_file_name input_file_block_start input_file_block_length read_files load_resource from_avro to_avro python_worker_logs identifier".split(
    " ",
  ),
);

/** Characters of names; others could mean something else in the address of a catalog. */
const plainName = /^[\p{L}\p{N}_$][\p{L}\p{N}_$ -]{0,254}$/u;

/**
 * Parses a statement with the project's own parser and refuses what must not reach a cluster. Spark trusts its SQL, so
 * that nothing else is sent. Throws RefusedStatement.
 */
export function checkStatement(text: string): CheckedStatement {
  const refuse = (offset: number, reason: string) => new RefusedStatement(text, offset, reason);
  const substitution = text.indexOf("${");
  if (substitution >= 0) {
    throw refuse(substitution, 'Spark replaces "${" by variables of the server. Write the text in two strings.');
  }
  const { tree, problem } = parseSingleStatement(text);
  if (problem) {
    throw refuse(problem.start, problem.message);
  }
  const tokens = lexSql(text);
  for (const [index, { kind, text: name, start }] of tokens.entries()) {
    const isName = kind === "word" || kind === "quotedName";
    if (isName && tokens[index + 1]?.key === "(" && refusedFunctions.has(name.replaceAll("`", "").toLowerCase())) {
      throw refuse(start, `${name} does not run on Spark: it reaches beyond the rows of tables.`);
    }
  }
  const { kind, target } = checkKind(tree, refuse);
  const reads = new Map<string, string>();
  const checkName = (path: readonly string[], offset: number) => {
    if (path.length !== 1 || !plainName.test(path[0] ?? "")) {
      const written = path.join(".");
      throw refuse(offset, `${written} is not in reach: a job names its tables and inputs without catalog or schema.`);
    }
  };
  const use = (path: readonly string[], offset: number, scope: ReadonlySet<string>) => {
    const [name = ""] = path;
    if (path.length === 1 && scope.has(name.toLowerCase())) {
      return;
    }
    checkName(path, offset);
    if (!reads.has(name.toLowerCase())) {
      reads.set(name.toLowerCase(), name);
    }
  };
  if (target) {
    checkName(target.path, target.start);
  }
  visit(tree, new Set(), use, refuse);
  return { kind, text: withoutComments(text), target, inserted: insertedBy(tree), reads: [...reads.values()] };
}

function insertedBy(tree: Statement): readonly InsertedColumns[] {
  switch (tree.kind) {
    case "insert":
      return columnsOf(tree.columns, { kind: "query", start: tree.query.start });
    case "merge":
      return tree.clauses.flatMap(({ action }) =>
        action.kind === "insert" ? columnsOf(action.columns, { kind: "list", start: action.valuesSpan.start }) : [],
      );
    default:
      return [];
  }
}

function columnsOf(
  columns: Extract<Statement, { kind: "insert" }>["columns"],
  values: InsertedColumns["values"],
): readonly InsertedColumns[] {
  const [first] = columns ?? [];
  return first
    ? [{ names: (columns ?? []).map(({ path }) => path.at(-1) ?? ""), namesStart: first.start, values }]
    : [];
}

type Refuse = (offset: number, reason: string) => RefusedStatement;
type UseTable = (path: readonly string[], offset: number, scope: ReadonlySet<string>) => void;

function checkKind(tree: Statement, refuse: Refuse): Pick<CheckedStatement, "kind" | "target"> {
  switch (tree.kind) {
    case "query":
      return { kind: tree.kind, target: undefined };
    case "insert":
      if (tree.partition) {
        throw refuse(tree.partition.start, "PARTITION does not run on Spark: rows go to partitions by their values.");
      }
      if (tree.replaceWhere) {
        throw refuse(tree.replaceWhere.start, "REPLACE WHERE does not run on Spark: tables of Iceberg do not take it.");
      }
      return { kind: tree.kind, target: tree.target };
    case "delete":
    case "update":
    case "merge":
      if (tree.ctes.length > 0) {
        throw refuse(tree.ctes[0]?.start ?? 0, `WITH before ${tree.kind.toUpperCase()} does not run on Spark.`);
      }
      return { kind: tree.kind, target: tree.target };
    case "inserts":
      throw refuse(tree.start, "A statement with several INSERTs does not run on Spark: write one action for each.");
    case "other":
      throw refuse(
        tree.start,
        `${tree.words.join(" ")} does not run on Spark: jobs query, insert, update, delete and merge.`,
      );
  }
}

/** Visits every node below a value. `scope` has the names of the common table expressions that hide tables there. */
function visit(value: unknown, scope: ReadonlySet<string>, use: UseTable, refuse: Refuse): void {
  if (Array.isArray(value)) {
    for (const element of value) {
      visit(element, scope, use, refuse);
    }
    return;
  }
  if (!isRecord(value)) {
    return;
  }
  checkNode(value, scope, use, refuse);
  const { ctes, ...rest } = value;
  const inner = new Set(scope);
  if (Array.isArray(ctes)) {
    for (const cte of ctes) {
      visit(cte, new Set(inner), use, refuse);
      inner.add(String(cte.name).toLowerCase());
    }
  }
  for (const child of Object.values(rest)) {
    visit(child, inner, use, refuse);
  }
}

function checkNode(node: Record<string, unknown>, scope: ReadonlySet<string>, use: UseTable, refuse: Refuse): void {
  const start = Number(node.start ?? 0);
  switch (node.kind) {
    case "missing":
      throw refuse(start, "Something is missing here.");
    case "parameter":
      throw refuse(start, "Parameters have no value in a job.");
    case "tableArgument":
      throw refuse(start, "TABLE(...) as an argument does not run on Spark.");
    case "tableFunction": {
      const { name } = node.call as { readonly name: string };
      if (!isGeneratorFunction(name) && name.toLowerCase() !== "range") {
        throw refuse(start, `The table function ${name} does not run on Spark.`);
      }
      return;
    }
    case "call":
      checkCall(String(node.name), start, refuse);
      return;
    case "table":
      checkTable(node, refuse);
      use(node.path as readonly string[], start, scope);
      return;
    case "tableBody":
      use(node.path as readonly string[], start, scope);
      return;
    default:
      return;
  }
}

function checkCall(name: string, start: number, refuse: Refuse): void {
  const known = findFunction(name);
  // The parser gives some forms names of two words, such as `extract` and `trim from`.
  const isForm = /^[a-z_]+(?: [a-z]+)+$/.test(name) || builtInForms.has(name.toLowerCase());
  if (refusedFunctions.has(name.toLowerCase()) || (!known && !isForm)) {
    throw refuse(start, `The function ${name} is not one of Spark 3.5 that jobs may call.`);
  }
}

/** Calls that the parser makes of syntax. */
const builtInForms: ReadonlySet<string> = new Set(["extract", "struct", "range", "grouping", "grouping_id"]);

function checkTable({ version, sample }: Record<string, unknown>, refuse: Refuse): void {
  for (const [clause, name] of [
    [version, "A version of a table"],
    [sample, "TABLESAMPLE"],
  ] as const) {
    if (isRecord(clause)) {
      throw refuse(Number(clause.start ?? 0), `${name} does not run on Spark.`);
    }
  }
}

/** Blanks comments, so that no comment can mean something else to Spark, and cuts the text at its semicolon. */
function withoutComments(text: string): string {
  const tokens = lexSql(text);
  const end = tokens.find(({ key }) => key === ";")?.start ?? text.length;
  let blanked = text;
  for (const token of tokens) {
    if (token.kind === "comment") {
      const spaces = token.text.replace(/[^\n]/g, " ");
      blanked = `${blanked.slice(0, token.start)}${spaces}${blanked.slice(token.end)}`;
    }
  }
  return blanked.slice(0, end).trimEnd();
}
