import type { Token } from "./token.ts";

/** A stretch that holds no SQL, whatever stands in it: a comment, a string, a name in back quotes. */
interface OpaqueText {
  readonly kind: Extract<Token["kind"], "comment" | "string" | "quotedName">;
  readonly end: number;
  /** Whether the closing quote or the end of the comment is there. */
  readonly isClosed: boolean;
}

interface Form {
  readonly closed: RegExp;
  /** A quote that nothing closes hides no more than its line. */
  readonly open: RegExp;
  readonly kind: OpaqueText["kind"];
}

const single: Form = { closed: /'(?:[^'\\]|\\[\s\S]|'')*'(?!')/y, open: /'[^\r\n;]*/y, kind: "string" };
const double: Form = { closed: /"(?:[^"\\]|\\[\s\S]|"")*"(?!")/y, open: /"[^\r\n;]*/y, kind: "string" };
const back: Form = { closed: /`(?:[^`]|``)*`(?!`)/y, open: /`[^\r\n;]*/y, kind: "quotedName" };
const forms: Readonly<Record<string, Form>> = { "'": single, '"': double, "`": back };

/** In a raw string, `r'\d'`, a backslash is a backslash. */
const rawString = /[rR](?:'[^']*'|"[^"]*")/y;
/** A backslash at the end of the line leads the comment on into the next one. */
const lineComment = /--(?:\\\n|[^\r\n])*/y;

/** What begins at an offset, when it is such a stretch. The offset is not inside of a word. */
export function opaqueTextAt(text: string, start: number): OpaqueText | undefined {
  const sign = text[start] ?? "";
  const form = Object.hasOwn(forms, sign) ? forms[sign] : undefined;
  if (form) {
    const end = endOf(form.closed, text, start);
    return { kind: form.kind, end: end ?? endOf(form.open, text, start) ?? text.length, isClosed: end !== undefined };
  }
  if (text.startsWith("/*", start)) {
    return bracketedComment(text, start);
  }
  const comment = sign === "-" ? endOf(lineComment, text, start) : undefined;
  if (comment !== undefined) {
    return { kind: "comment", end: comment, isClosed: true };
  }
  const raw = sign === "r" || sign === "R" ? endOf(rawString, text, start) : undefined;
  return raw === undefined ? undefined : { kind: "string", end: raw, isClosed: true };
}

/** Comments nest, as in Spark since 3.1; what looks like a hint, `/*+`, opens none within a comment (Spark 3.5). */
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

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
