import type { Token } from "./token.ts";

/** A comment, string or quoted name, whose content is not SQL. */
interface OpaqueText {
  readonly kind: Extract<Token["kind"], "comment" | "string" | "quotedName">;
  readonly end: number;
  /** Whether it has its closing quote or the end of the comment. */
  readonly isClosed: boolean;
}

interface OpaqueTextForm {
  readonly closed: RegExp;
  /** Matches text with an unclosed quote, which extends to the end of the line or the next `;`. */
  readonly open: RegExp;
  readonly kind: OpaqueText["kind"];
}

const single: OpaqueTextForm = { closed: /'(?:[^'\\]|\\[\s\S]|'')*'(?!')/y, open: /'[^\r\n;]*/y, kind: "string" };
const double: OpaqueTextForm = { closed: /"(?:[^"\\]|\\[\s\S]|"")*"(?!")/y, open: /"[^\r\n;]*/y, kind: "string" };
const back: OpaqueTextForm = { closed: /`(?:[^`]|``)*`(?!`)/y, open: /`[^\r\n;]*/y, kind: "quotedName" };
const forms: Readonly<Record<string, OpaqueTextForm>> = { "'": single, '"': double, "`": back };

/** A raw string such as `r'\d'`, without escapes. */
const rawString = /[rR](?:'[^']*'|"[^"]*")/y;
/** A line comment, which a backslash at the end of the line continues in the next line. */
const lineComment = /--(?:\\\n|[^\r\n])*/y;

/** Returns the opaque text that begins at an offset, or undefined. The offset must not be inside a word. */
export function opaqueTextAt(text: string, start: number): OpaqueText | undefined {
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
 * Matches a comment. Comments nest, as in Spark since 3.1, but `/*+` does not open one within a comment (Spark 3.5).
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
