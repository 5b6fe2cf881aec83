/** A statement of table-source SQL, classified by its keywords (sql-like-language 13.1, 13.2). */
export interface SqlStatement {
  /** Text of the statement, without `;` and surrounding white space. */
  readonly text: string;
  /** Start offset in the complete text. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly verb: "query" | "insert" | "update" | "delete" | "merge" | "other";
  /** SQL name of the table that the statement writes. */
  readonly target: string | undefined;
  /** Whether an INSERT removes the existing rows. */
  readonly isOverwrite: boolean;
}

/** Matches comments, strings and names in back quotes, which contain no keywords. */
const opaque =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\b[rR](?:'[^']*'?|"[^"]*"?)|'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`]|``)*`?/g;

/** Replaces comments in SQL by spaces, and strings and quoted names by letters. Offsets stay the same. */
export function maskCommentsAndStrings(text: string): string {
  return text.replace(opaque, (piece) =>
    piece.startsWith("--") || piece.startsWith("/*") ? piece.replace(/[^\n]/g, " ") : "x".repeat(piece.length),
  );
}

/** Splits a SQL text into statements. Omits parts that contain only comments. */
export function readSqlStatements(text: string): SqlStatement[] {
  const masked = maskCommentsAndStrings(text);
  const statements: SqlStatement[] = [];
  let from = 0;
  for (const part of masked.split(";")) {
    const trimmed = part.trim();
    if (trimmed !== "") {
      const start = from + part.indexOf(trimmed);
      const end = start + trimmed.length;
      statements.push({ text: text.slice(start, end), start, end, ...readKind(text.slice(start, end), trimmed) });
    }
    from += part.length + 1;
  }
  return statements;
}

/**
 * Returns the statement at an offset. If there is none, returns the last one before the offset, else the first one
 * after it.
 */
export function sqlStatementAt(statements: readonly SqlStatement[], offset: number): SqlStatement | undefined {
  const inside = statements.find(({ start, end }) => start <= offset && offset <= end);
  return inside ?? statements.findLast(({ start }) => start <= offset) ?? statements[0];
}

/** Returns the offset of the first of the given keywords outside of brackets, or -1. The search begins at an offset. */
export function findTopLevelKeyword(masked: string, words: readonly string[], from = 0): number {
  let depth = 0;
  const pieces = /[A-Za-z_]\w*|[()]/g;
  for (let match = pieces.exec(masked); match; match = pieces.exec(masked)) {
    const [piece] = match;
    depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
    if (depth === 0 && match.index >= from && words.includes(piece.toUpperCase())) {
      return match.index;
    }
  }
  return -1;
}

const writing =
  /^(?:(INSERT)\s+(INTO|OVERWRITE)(?:\s+TABLE)?|(UPDATE)|(DELETE)\s+FROM|(MERGE)\s+INTO)\s+(?:(?!SET\b|USING\b)[^\s(;,]+)/i;
const queries = ["SELECT", "VALUES", "TABLE"];

function readKind(text: string, masked: string): Pick<SqlStatement, "verb" | "target" | "isOverwrite"> {
  const none = { target: undefined, isOverwrite: false };
  const [first = ""] = /^[A-Za-z]+/.exec(masked.replace(/^[\s(]+/, "")) ?? [];
  const at = ["WITH", "FROM"].includes(first.toUpperCase())
    ? findTopLevelKeyword(masked, ["INSERT", "UPDATE", "DELETE", "MERGE"])
    : 0;
  const match = at < 0 ? undefined : writing.exec(masked.slice(at));
  if (!match) {
    return { verb: [...queries, "WITH", "FROM"].includes(first.toUpperCase()) ? "query" : "other", ...none };
  }
  const words = match.slice(1).filter((word) => word !== undefined);
  const path = text.slice(at, at + match[0].length).match(/(`(?:[^`]|``)*`|[^\s.`]+)$/)?.[0];
  return {
    verb: words[0]?.toLowerCase() as "insert" | "update" | "delete" | "merge",
    target: path && removeBackQuotes(path),
    isOverwrite: words[1]?.toUpperCase() === "OVERWRITE",
  };
}

/** Removes the back quotes around a name. */
export function removeBackQuotes(name: string): string {
  return name.startsWith("`") ? name.slice(1, -1).replaceAll("``", "`") : name;
}
