import type { Span, TextEdit } from "../../core/text/span.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText, QueryDocument } from "../syntax/query-document.ts";
import type { Token } from "../syntax/token.ts";
import type { Statement } from "../syntax/tree.ts";
import { layOutStatement } from "./layout.ts";
import { containsLineEnd } from "./lexemes.ts";
import { computeLexemeGaps } from "./print.ts";

// The one layout:
//
//   SELECT employeeCount() AS Headcount, level(Location, "Location_1")
//   FROM Employee
//   WHERE isManager = TRUE
//     AND Service_Time IN periods(date("2026-01-01"), 12, period(1, Month));
//
// Clauses are on lines of their own, and so are the operands of AND and OR at the top level of WHERE, after their word.
// Items, values and arguments that do not fit in 100 columns are written one per line, indented by two columns. Keywords
// are in upper case, functions and units spelled as in sql-like-language 2.5; names, labels and strings stay as they are.
// A comment stays between its neighbouring tokens, at the end of its line or on a line of its own. At most one empty line
// separates statements and the comments before them. A statement with a syntax error is not changed.

interface FormatOptions {
  /** Whether the document part to format is the first one of its document. */
  readonly startsDocument: boolean;
  /** Line end of the document, such as `\n`. */
  readonly lineEnd: string;
}

/** Returns the edits that format a document part. Tokens keep their kinds and values, except for letter case. */
function formatPart(part: ParsedStatementText, options: FormatOptions, range?: Span): TextEdit[] {
  return chunksOf(part).flatMap((chunk, index) =>
    isLaidOut(part, chunk) && (range === undefined || meets(part.text, chunk, range))
      ? formatChunk(part.text, chunk, { ...options, startsDocument: options.startsDocument && index === 0 })
      : [],
  );
}

/**
 * Returns the edits that format all statements which touch a range of the document, or all statements without a range.
 * Offsets count from the start of the document.
 */
export function formatQueryDocument(document: QueryDocument, range?: Span): TextEdit[] {
  const lineEnd = lineEndOf(document.text);
  return document.parts
    .filter(({ part, start }) => !range || (start <= range.end && range.start <= start + part.text.length))
    .flatMap(({ part, start }) => {
      const partRange = range && { start: range.start - start, end: range.end - start };
      return formatPart(part, { startsDocument: start === 0, lineEnd }, partRange).map((edit) => ({
        ...edit,
        start: edit.start + start,
        end: edit.end + start,
      }));
    });
}

/** Returns the statements that are not formatted because of an error, of a range of the document or of all of it. */
export function unformattedStatements(document: QueryDocument, range?: Span): readonly Span[] {
  return document.parts.flatMap(({ part, start }) => {
    const partRange = range && { start: range.start - start, end: range.end - start };
    return chunksOf(part).flatMap((chunk) => {
      const isMeant = partRange === undefined || meets(part.text, chunk, partRange);
      return isMeant && chunk.tokens.length > 0 && !isLaidOut(part, chunk)
        ? [{ start: start + (chunk.tokens[0]?.start ?? chunk.start), end: start + chunk.end }]
        : [];
    });
  });
}

/**
 * Returns the line end to use in a text with several kinds of line ends. Chosen so that formatting again changes
 * nothing.
 */
function lineEndOf(text: string): string {
  const isOfLines = /(?<!\r)\n/.test(text) || !/\r/.test(text);
  return isOfLines ? "\n" : text.includes("\r\n") ? "\r\n" : "\r";
}

/** Whether the `;` at an offset ends a statement, rather than being inside quotes or a comment. */
export function endsStatementAt({ text }: ParsedStatementText, offset: number): boolean {
  return lexQuery(text).tokens.some((token) => token.kind === "sign" && token.text === ";" && token.start === offset);
}

/**
 * Whether a range touches a statement. White space around the statement is ignored, because a selection of whole lines
 * ends where the next statement begins.
 */
function meets(text: string, { start, end }: Span, range: Span): boolean {
  const chunk = text.slice(start, end);
  const first = end - chunk.trimStart().length;
  const last = start + chunk.trimEnd().length;
  return first < last && range.start <= last && first <= range.end;
}

/**
 * Unit of formatting: a statement with the comments and white space before it and its `;`, or the text after the last
 * `;`.
 */
interface Chunk extends Span {
  readonly tokens: readonly Token[];
  readonly comments: readonly Span[];
  readonly statement: Statement | undefined;
}

function chunksOf({ text, statements }: ParsedStatementText): Chunk[] {
  const { tokens, comments } = lexQuery(text);
  const chunks: Chunk[] = [];
  let start = 0;
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "end" ? token.end > start : token.kind === "sign" && token.text === ";") {
      const { end } = token;
      const isInside = (span: Span) => start <= span.start && span.start < end;
      chunks.push({
        start,
        end,
        tokens: tokens.slice(first, token.kind === "end" ? index : index + 1),
        comments: comments.filter(isInside),
        statement: statements.find(isInside),
      });
      start = end;
      first = index + 1;
    }
  }
  return chunks;
}

/**
 * Whether a chunk of the document is formatted. Chunks with syntax errors and a `;` without statement stay unchanged.
 */
function isLaidOut({ problems }: ParsedStatementText, { start, end, tokens, statement }: Chunk): boolean {
  const isBroken = problems.some(
    (problem) => problem.severity === "error" && problem.start < end && start <= problem.start,
  );
  const isKnown = statement === undefined ? tokens.length === 0 : statement.kind !== "unknownStatement";
  return isKnown && !isBroken;
}

function formatChunk(text: string, chunk: Chunk, { startsDocument, lineEnd }: FormatOptions): TextEdit[] {
  const { start, end, tokens, comments, statement } = chunk;
  const first = tokens[0];
  const before = comments.filter((comment) => first === undefined || comment.start < first.start);
  const head = { text, start, comments: before, startsDocument, lineEnd };
  const written = writeHead(head);
  if (first && (statement?.kind === "query" || statement?.kind === "shellStatement")) {
    const steps = layOutStatement(text, statement, tokens, comments.slice(before.length));
    const gaps = computeLexemeGaps(steps, lineEnd);
    for (const step of steps) {
      if (step.kind === "lexeme") {
        const gap = gaps.get(step) ?? gapBehindHead(head, first);
        written.push({ start: step.start, end: step.end, text: step.text, gap });
      }
    }
  }
  const behind = written.at(-1)?.end ?? start;
  const rest = { start: behind, end, gap: "", text: containsLineEnd(text.slice(behind, end)) ? lineEnd : "" };
  return editsOf(text, start, behind < end ? [...written, rest] : written);
}

/**
 * Returns one edit per changed gap or word instead of one edit for the whole text, so that the cursor keeps its
 * position.
 */
function editsOf(text: string, start: number, written: readonly Written[]): TextEdit[] {
  const edits: TextEdit[] = [];
  const replace = (from: number, to: number, by: string) => {
    if (text.slice(from, to) !== by) {
      edits.push({ start: from, end: to, text: by });
    }
  };
  let end = start;
  for (const piece of written) {
    replace(end, piece.start, piece.gap);
    replace(piece.start, piece.end, piece.text);
    end = piece.end;
  }
  return edits;
}

/** New text for a span of the document, including the white space before it. */
interface Written extends Span {
  readonly gap: string;
  readonly text: string;
}

/** Text between a statement and the preceding `;` or the start of the document: comments and white space. */
interface Head {
  readonly text: string;
  /** Offset right after the preceding `;`, or the start of the document. */
  readonly start: number;
  readonly comments: readonly Span[];
  readonly startsDocument: boolean;
  readonly lineEnd: string;
}

/** Formats the comments before a statement. They stay on their own lines, with at most one empty line between them. */
function writeHead(head: Head): Written[] {
  const { text, start, comments, lineEnd } = head;
  return comments.map((comment, index) => {
    const lines = lineEndsIn(text.slice(comments[index - 1]?.end ?? start, comment.start));
    const isFirst = index === 0 && head.startsDocument;
    const body = text.slice(comment.start, comment.end);
    return {
      start: comment.start,
      end: comment.end,
      gap: isFirst ? "" : lines === 0 ? " " : lineEnd.repeat(Math.min(lines, 2)),
      text: body.startsWith("--") ? body.trimEnd() : body,
    };
  });
}

/** Returns the white space between the preceding comments and the first token of a statement. */
function gapBehindHead({ text, start, comments, startsDocument, lineEnd }: Head, first: Span): string {
  const last = comments.at(-1);
  const lines = lineEndsIn(text.slice(last?.end ?? start, first.start));
  const ownLine = lineEnd.repeat(Math.min(Math.max(lines, 1), 2));
  if (last === undefined) {
    return startsDocument ? "" : ownLine;
  }
  // A comment on the line of the preceding `;` belongs to that statement.
  const isBehindOther = !startsDocument && !containsLineEnd(text.slice(start, last.start));
  return lines === 0 && !isBehindOther ? " " : ownLine;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
