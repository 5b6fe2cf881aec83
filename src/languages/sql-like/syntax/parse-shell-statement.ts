import type { TokenCursor } from "./token-cursor.ts";
import type { NameNode, ShellStatement, Statement, StringLiteral } from "./tree.ts";

type ShellAction = ShellStatement["action"];

const actions: Readonly<Record<string, ShellAction>> = {
  SET: "setSchema",
  BEGIN: "begin",
  COPY: "copy",
  COMMIT: "commit",
  ROLLBACK: "rollback",
};

/** Whether the next token starts a statement of the command-line shell (sql-like-language 12). */
export function startsShellStatement(cursor: TokenCursor): boolean {
  return Object.keys(actions).some((word) => cursor.isName(word));
}

/** Parses one statement of the command-line shell, up to its `;`. The next token must be its first word. */
export function parseShellStatement(cursor: TokenCursor): ShellStatement {
  const { start } = cursor;
  const action = actions[cursor.text().toUpperCase()] ?? "commit";
  cursor.next();
  let name: NameNode | undefined;
  let path: StringLiteral | undefined;
  if (action === "setSchema") {
    const isSchema = acceptName(cursor, "schema") && acceptName(cursor, "TO");
    name = isSchema ? readName(cursor, "`analytic` or `staging`", ["analytic", "staging"]) : undefined;
  } else if (action === "begin") {
    acceptName(cursor, "TRANSACTION");
  } else if (action === "copy") {
    name = readName(cursor, "The object to load");
    path = name && readFile(cursor);
  }
  // The shell compares only the first letters of the last two words, so what follows them is no error.
  const isRead = action === "begin" || (action === "setSchema" ? name : path) !== undefined;
  const isEnd = () => cursor.is("end") || cursor.is(";");
  if (isRead && !isEnd()) {
    cursor.reportExpected("`;`");
  }
  while (!isEnd()) {
    cursor.next();
  }
  return { kind: "shellStatement", action, name, path, ...cursor.spanFrom(start) };
}

function acceptName(cursor: TokenCursor, text: string): boolean {
  if (cursor.isName(text)) {
    cursor.next();
    return true;
  }
  cursor.reportExpected(`\`${text}\``);
  return false;
}

function readName(cursor: TokenCursor, expected: string, allowed?: readonly string[]): NameNode | undefined {
  if (!cursor.is("name") || (allowed && !allowed.some((name) => cursor.isName(name)))) {
    cursor.reportExpected(expected);
    return undefined;
  }
  return cursor.readName();
}

function readFile(cursor: TokenCursor): StringLiteral | undefined {
  if (!cursor.accept("FROM")) {
    cursor.reportExpected("FROM");
    return undefined;
  }
  if (!cursor.is("string") || cursor.text().startsWith('"')) {
    cursor.reportExpected("A file in single quotes");
    return undefined;
  }
  return cursor.readString();
}

type ShellState = "analytic" | "staging" | "transaction";

const accepted: Readonly<Record<ShellState, string>> = {
  analytic: "A query or `SET schema TO staging`",
  staging: "`BEGIN TRANSACTION` or `SET schema TO analytic`",
  transaction: "COPY, COMMIT or ROLLBACK",
};

/**
 * Reports each shell statement that is not allowed in the shell state (schema, transaction) which results from the
 * preceding statements.
 */
export function checkShellScript(cursor: TokenCursor, statements: readonly Statement[]): void {
  let state: ShellState = "analytic";
  for (const statement of statements) {
    const next = nextState(state, statement);
    if (next) {
      state = next;
    } else if (statement.kind !== "unknownStatement") {
      const found = `, the shell is in the state \`${state}\``;
      cursor.report("SL201", statement, { expected: accepted[state], found });
    }
  }
}

function nextState(state: ShellState, statement: Statement): ShellState | undefined {
  if (statement.kind !== "shellStatement") {
    return statement.kind === "query" && state === "analytic" ? state : undefined;
  }
  const { action } = statement;
  if (action === "setSchema") {
    const wanted = statement.name?.text.toLowerCase();
    const isOther = (state === "analytic" && wanted === "staging") || (state === "staging" && wanted === "analytic");
    // An unreadable schema was reported where it occurred.
    return wanted === undefined ? state : isOther ? wanted : undefined;
  }
  if (action === "begin") {
    return state === "staging" ? "transaction" : undefined;
  }
  if (state !== "transaction") {
    return undefined;
  }
  return action === "copy" ? state : "staging";
}
