import { type GrammarToken, readGrammarTokens } from "./read-tokens.ts";

/** Every place that a part of the grammar may end at when it begins at a place; none when it cannot begin there. */
type Part = (tokens: readonly GrammarToken[], start: number) => readonly number[];

const keyword =
  (text: string): Part =>
  (tokens, start) =>
    tokens[start]?.kind === "keyword" && tokens[start].text === text ? [start + 1] : [];
const sign =
  (text: string): Part =>
  (tokens, start) =>
    tokens[start]?.kind === "sign" && tokens[start].text === text ? [start + 1] : [];
const kind =
  (wanted: GrammarToken["kind"]): Part =>
  (tokens, start) =>
    tokens[start]?.kind === wanted ? [start + 1] : [];
const nameBut =
  (words: ReadonlySet<string>): Part =>
  (tokens, start) =>
    words.has(tokens[start]?.text.toUpperCase() ?? "") ? [] : kind("name")(tokens, start);
const inOrder =
  (...parts: readonly Part[]): Part =>
  (tokens, start) =>
    parts.reduce<readonly number[]>((ends, part) => unique(ends.flatMap((end) => part(tokens, end))), [start]);
const either =
  (...parts: readonly Part[]): Part =>
  (tokens, start) =>
    unique(parts.flatMap((part) => part(tokens, start)));
const maybe =
  (...parts: readonly Part[]): Part =>
  (tokens, start) =>
    unique([start, ...inOrder(...parts)(tokens, start)]);
const repeated =
  (...parts: readonly Part[]): Part =>
  (tokens, start) => {
    const ends = new Set([start]);
    for (const end of ends) {
      for (const next of inOrder(...parts)(tokens, end)) {
        ends.add(next);
      }
    }
    return [...ends];
  };
/** For a part that holds itself. */
const later =
  (part: () => Part): Part =>
  (tokens, start) =>
    part()(tokens, start);

/** Words of SQL that begin a clause which the language does not have (sql-like-language 2.5). */
const softKeywords = new Set(
  `GROUP BY HAVING ORDER LIMIT OFFSET FETCH TOP DISTINCT JOIN INNER LEFT RIGHT FULL CROSS ON USING UNION INTERSECT EXCEPT WITH
  CASE WHEN LIKE EXISTS INSERT UPDATE DELETE CREATE`.split(/\s+/),
);

function unique(ends: readonly number[]): readonly number[] {
  return [...new Set(ends)];
}

// The rules of sql-like-language 3.2, one constant each, in the order that lets each name those before it.
const name = kind("name");
const literal = either(kind("string"), inOrder(maybe(sign("-")), kind("number")), keyword("TRUE"), keyword("FALSE"));
const path = inOrder(name, repeated(sign("."), name));
const argument = inOrder(
  maybe(name, sign("=")),
  later(() => expression),
);
const call = inOrder(name, sign("("), maybe(argument, repeated(sign(","), argument)), sign(")"));
const expression: Part = either(call, path, literal);
const compare = either(...["=", "!=", "<>", "<", "<=", ">", ">="].map(sign));
const values = inOrder(sign("("), expression, repeated(sign(","), expression), sign(")"));
const tail = either(
  inOrder(compare, expression),
  inOrder(maybe(keyword("NOT")), keyword("IN"), either(call, values)),
  inOrder(maybe(keyword("NOT")), keyword("BETWEEN"), expression, keyword("AND"), expression),
  inOrder(keyword("IS"), maybe(keyword("NOT")), keyword("NULL")),
);
const predicate = inOrder(expression, maybe(tail));
const negatable = inOrder(
  maybe(keyword("NOT")),
  either(
    inOrder(
      sign("("),
      later(() => condition),
      sign(")"),
    ),
    predicate,
  ),
);
const conjunction = inOrder(negatable, repeated(keyword("AND"), negatable));
const condition: Part = inOrder(conjunction, repeated(keyword("OR"), conjunction));
const label = either(name, kind("string"));
const itemWith = (bareLabel: Part) => inOrder(expression, maybe(either(inOrder(keyword("AS"), label), bareLabel)));
// The grammar lets items and FROM be left out only so that half a text has a tree; without them a query is reported.
const queryOf = (item: Part) => {
  const items = inOrder(item, repeated(sign(","), item));
  return inOrder(keyword("SELECT"), items, keyword("FROM"), path, maybe(keyword("WHERE"), condition));
};
// A statement may be empty, as the shell passes over it.
const scriptOf = (query: Part) => inOrder(repeated(maybe(query), sign(";")), maybe(query));
const script = scriptOf(queryOf(itemWith(label)));
const scriptWithClauses = scriptOf(queryOf(itemWith(either(nameBut(softKeywords), kind("string")))));

/**
 * Whether the full grammar generates a text with a query in it; written from the document alone. It may be either when a word
 * of SQL after an item is a label without AS by the grammar, and may begin a clause by 3.3.
 */
export function recognizeScript(text: string): "right" | "wrong" | "either" {
  const tokens = readGrammarTokens(text);
  if (!tokens?.some(({ kind: found }) => found !== "sign") || !script(tokens, 0).includes(tokens.length)) {
    return "wrong";
  }
  return scriptWithClauses(tokens, 0).includes(tokens.length) ? "right" : "either";
}
