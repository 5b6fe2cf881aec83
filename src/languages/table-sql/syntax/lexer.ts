import { quoteSparkName } from "../../../base/sql-quote.ts";
import type { Span } from "../../core/text/span.ts";

/** A token of Spark SQL. The last token of a text has the kind `end`. */
export interface Token extends Span {
  readonly kind: "word" | "quotedName" | "string" | "number" | "sign" | "comment" | "caret" | "end";
  /** Text of the token as written in the SQL text. */
  readonly text: string;
  /** Text of the token for comparisons: a word in capitals, an operator unchanged. Empty for other tokens. */
  readonly key: string;
  /** Whether a string, quoted name or comment has its closing delimiter. True for other tokens. */
  readonly isClosed: boolean;
}

const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:bd|[lsydf])?(?![\p{L}\p{N}_])/iuy;
const word = /[\p{L}\p{N}_]+/uy;
/** SQL operators of several characters. An end of a comment without its start is one token, not two operators. */
const sign = /\*\/|<=>|<<|>>>|>>|<>|!=|<=|>=|==|->|=>|\|\||::/y;

const space = /[\s\uFEFF]+/y;

/** Splits a SQL text into tokens, including comments. Every character outside of a token is white space. */
export function lexSql(text: string): Token[] {
  const tokens: Token[] = [];
  for (let start = afterSpace(text, 0); start < text.length; start = afterSpace(text, tokens.at(-1)?.end ?? start)) {
    tokens.push(tokenAt(text, start));
  }
  tokens.push({ kind: "end", text: "", key: "", isClosed: true, start: text.length, end: text.length });
  return tokens;
}

function afterSpace(text: string, start: number): number {
  space.lastIndex = start;
  return space.test(text) ? space.lastIndex : start;
}

function tokenAt(text: string, start: number): Token {
  const opaque = commentOrQuotedTextAt(text, start);
  if (opaque) {
    const { kind, end, isClosed } = opaque;
    return { kind, text: text.slice(start, end), key: "", isClosed, start, end };
  }
  const numberText = matchAt(number, text, start);
  const wordText = numberText === undefined ? matchAt(word, text, start) : undefined;
  const kind = numberText !== undefined ? "number" : wordText !== undefined ? "word" : "sign";
  const found =
    numberText ?? wordText ?? matchAt(sign, text, start) ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
  return { kind, text: found, key: tokenKey(kind, found), isClosed: true, start, end: start + found.length };
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}

function tokenKey(kind: Token["kind"], text: string): string {
  return kind === "word" ? text.toUpperCase() : kind === "sign" ? text : "";
}

/** Returns the name that a word or quoted name denotes, without back quotes. */
export function unquotedNameOf({ kind, text, isClosed }: Token): string {
  return kind === "quotedName" ? text.slice(1, isClosed ? -1 : undefined).replaceAll("``", "`") : text;
}

/** Returns a name as written in SQL: in back quotes if it is a reserved word or contains special characters. */
export function quoteNameIfNeeded(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.has(name.toUpperCase()) ? name : quoteSparkName(name);
}

/** SQL words that must be quoted to be used as the name of a column. */
const reservedNames: ReadonlySet<string> = new Set(
  "ALL AND ANY AS BETWEEN BOTH CASE CAST CROSS DISTINCT ELSE END EXISTS FALSE FROM FULL GROUP HAVING IN INNER INTERVAL INTO IS JOIN LEFT LIKE NATURAL NOT NULL ON OR ORDER RIGHT SELECT SOME TABLE THEN TRUE UNION USING WHEN WHERE WITH".split(
    " ",
  ),
);

/** A comment, string or quoted name in a SQL text. Its content is not SQL. */
interface OpaqueText {
  readonly kind: Extract<Token["kind"], "comment" | "string" | "quotedName">;
  readonly end: number;
  /** Whether the comment, string or quoted name has its closing delimiter. */
  readonly isClosed: boolean;
}

interface OpaqueTextForm {
  readonly closed: RegExp;
  /** Matches a string or name without a closing quote. It extends to the end of the line or the next `;`. */
  readonly open: RegExp;
  readonly kind: OpaqueText["kind"];
}

const single: OpaqueTextForm = { closed: /'(?:[^'\\]|\\[\s\S]|'')*'(?!')/y, open: /'[^\r\n;]*/y, kind: "string" };
const double: OpaqueTextForm = { closed: /"(?:[^"\\]|\\[\s\S]|"")*"(?!")/y, open: /"[^\r\n;]*/y, kind: "string" };
const back: OpaqueTextForm = { closed: /`(?:[^`]|``)*`(?!`)/y, open: /`[^\r\n;]*/y, kind: "quotedName" };
const forms: Readonly<Record<string, OpaqueTextForm>> = { "'": single, '"': double, "`": back };

/** Matches a raw string such as `r'\d'`, in which a backslash has no special meaning. */
const rawString = /[rR](?:'[^']*'|"[^"]*")/y;
/** Matches a line comment. A backslash at the end of the line continues it in the next line. */
const lineComment = /--(?:\\\n|[^\r\n])*/y;

/**
 * Returns the comment, string or quoted name that begins at an offset. Undefined if there is none. The offset must not
 * be inside a word.
 */
export function commentOrQuotedTextAt(text: string, start: number): OpaqueText | undefined {
  const sign = text[start] ?? "";
  const form = Object.hasOwn(forms, sign) ? forms[sign] : undefined;
  if (form) {
    const end = matchEnd(form.closed, text, start);
    return {
      kind: form.kind,
      end: end ?? matchEnd(form.open, text, start) ?? text.length,
      isClosed: end !== undefined,
    };
  }
  if (text.startsWith("/*", start)) {
    return bracketedComment(text, start);
  }
  const comment = sign === "-" ? matchEnd(lineComment, text, start) : undefined;
  if (comment !== undefined) {
    return { kind: "comment", end: comment, isClosed: true };
  }
  const raw = sign === "r" || sign === "R" ? matchEnd(rawString, text, start) : undefined;
  return raw === undefined ? undefined : { kind: "string", end: raw, isClosed: true };
}

/**
 * Returns the comment at an offset. Comments nest, as in Spark since 3.1, but `/*+` does not open one within a comment
 * (Spark 3.5).
 */
function bracketedComment(text: string, start: number): OpaqueText {
  const bracket = /\/\*(?!\+)|\*\//g;
  bracket.lastIndex = start + 2;
  let depth = 1;
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) {
      return { kind: "comment", end: bracket.lastIndex, isClosed: true };
    }
  }
  return { kind: "comment", end: text.length, isClosed: false };
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
