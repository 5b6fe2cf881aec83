/** Range of a statement in a text, from its first to its last character. Excludes the terminating `;`. */
export interface StatementRange {
  readonly start: number;
  readonly end: number;
}

type Piece = {
  readonly kind: "code" | "comment" | "string" | "semicolon";
  readonly start: number;
  readonly end: number;
};

const piecePattern = /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\n\r]|"")*"?|'(?:[^'\n\r]|'')*'?|;|[^-/"';]+|[-/]/g;

function* piecesOf(text: string): Generator<Piece> {
  for (const match of text.matchAll(piecePattern)) {
    const [piece] = match;
    const start = match.index;
    yield { kind: kindOf(piece), start, end: start + piece.length };
  }
}

function kindOf(piece: string): Piece["kind"] {
  if (piece.startsWith("--") || piece.startsWith("/*")) {
    return "comment";
  }
  if (piece === ";") {
    return "semicolon";
  }
  return piece.startsWith('"') || piece.startsWith("'") ? "string" : "code";
}

/**
 * Splits a text into statements at each `;` outside of strings and comments. Statements that consist only of comments
 * are omitted.
 */
export function splitStatements(text: string): StatementRange[] {
  const statements: StatementRange[] = [];
  let start = -1;
  let end = -1;
  const finish = () => {
    if (start >= 0) {
      statements.push({ start, end });
    }
    start = -1;
  };
  for (const piece of piecesOf(text)) {
    if (piece.kind === "semicolon") {
      finish();
    } else if (piece.kind !== "comment") {
      const content = text.slice(piece.start, piece.end);
      const trimmed = content.trim();
      if (trimmed !== "") {
        const first = piece.start + content.indexOf(trimmed);
        start = start < 0 ? first : start;
        end = first + trimmed.length;
      }
    }
  }
  finish();
  return statements;
}

/** Replaces all comments in a text by spaces. Line ends are kept, so that offsets and lines stay valid. */
export function blankComments(text: string): string {
  let blanked = "";
  for (const { kind, start, end } of piecesOf(text)) {
    const piece = text.slice(start, end);
    blanked += kind === "comment" ? piece.replace(/[^\n\r]/g, " ") : piece;
  }
  return blanked;
}

/**
 * Whether a query looks like an aggregate query: its SELECT list contains a call other than `level(...)`, as no valid
 * list query does. A heuristic for use without the language server.
 */
export function mayBeAggregateQuery(text: string): boolean {
  const pieces = [...piecesOf(text)].map(({ kind, start, end }) =>
    kind === "code" ? text.slice(start, end) : kind === "string" ? "''" : " ",
  );
  const [items = ""] = pieces.join("").split(/\bFROM\b/i, 1);
  return /\b(?!level\b)\w+\s*\(/i.test(items);
}

/**
 * Returns the comment line directly before a statement, without its dashes. Users name queries this way. Comments that
 * set query options are ignored.
 */
export function commentBeforeStatement(text: string, { start }: StatementRange): string | undefined {
  // Inspects two lines only: reading all text before each statement would be quadratic.
  const lineEnd = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
  if (lineEnd <= 0 || !/^[ \t]*$/.test(text.slice(lineEnd + 1, start))) {
    return undefined;
  }
  const lineStart = text.lastIndexOf("\n", lineEnd - 1) + 1;
  const comment = /^[ \t]*--[ \t]*([^\r]*?)[ \t]*\r?$/.exec(text.slice(lineStart, lineEnd))?.[1];
  const isOptions = comment !== undefined && /^\w*QueryOptions\b/i.test(comment);
  return isOptions ? commentBeforeStatement(text, { start: lineStart, end: lineStart }) : comment || undefined;
}
