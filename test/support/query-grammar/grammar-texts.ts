import fc from "fast-check";

/** Tokens of a text, each as it is written. */
export type Written = readonly string[];

const spelled = (word: string) => fc.constantFrom(word, word.toLowerCase());
const names = fc.constantFrom(
  ..."a b_2 Employee Service_Time Count Sum Time Month date period periods level Function isManager".split(" "),
);
const strings = fc.constantFrom('"x"', "'x'", "'O''Neil'", '"say ""a"""', '"a;b -- (c"', "''", '"2024-01-01"');
const numbers = fc.constantFrom("0", "12", "12.5", "1e6", "3E-2");

const sequence = (...parts: readonly fc.Arbitrary<Written>[]): fc.Arbitrary<Written> =>
  fc.tuple(...parts).map((lists) => lists.flat());
const one = (text: fc.Arbitrary<string>): fc.Arbitrary<Written> => text.map((token) => [token]);
const word = (text: string) => one(spelled(text));
const sign = (text: string) => one(fc.constant(text));
const nothing: fc.Arbitrary<Written> = fc.constant([]);
const maybe = (...parts: readonly fc.Arbitrary<Written>[]) => fc.oneof(nothing, sequence(...parts));
const list = (part: fc.Arbitrary<Written>, joint: fc.Arbitrary<Written>, maxLength = 3) =>
  fc
    .tuple(part, fc.array(sequence(joint, part), { maxLength: maxLength - 1 }))
    .map(([first, others]) => [...first, ...others.flat()]);

const path = list(one(names), sign("."));
const literal = fc.oneof(one(strings), sequence(maybe(sign("-")), one(numbers)), word("TRUE"), word("FALSE"));

const { expression, call } = fc.letrec<{ expression: Written; call: Written }>((tie) => ({
  expression: fc.oneof({ depthSize: "small", withCrossShrink: true }, path, literal, tie("call")),
  call: sequence(
    one(names),
    sign("("),
    maybe(list(sequence(maybe(one(names), sign("=")), tie("expression")), sign(","))),
    sign(")"),
  ),
}));

const compare = one(fc.constantFrom("=", "!=", "<>", "<", "<=", ">", ">="));
const tail = fc.oneof(
  sequence(compare, expression),
  sequence(maybe(word("NOT")), word("IN"), fc.oneof(call, sequence(sign("("), list(expression, sign(",")), sign(")")))),
  sequence(maybe(word("NOT")), word("BETWEEN"), expression, word("AND"), expression),
  sequence(word("IS"), maybe(word("NOT")), word("NULL")),
);

const { condition } = fc.letrec<{ condition: Written; operand: Written }>((tie) => ({
  condition: list(list(tie("operand"), word("AND")), word("OR"), 2),
  operand: sequence(
    maybe(word("NOT")),
    fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      sequence(expression, maybe(tail)),
      sequence(sign("("), tie("condition"), sign(")")),
    ),
  ),
}));

const item = sequence(expression, maybe(maybe(word("AS")), one(fc.oneof(names, strings))));
const query = sequence(word("SELECT"), list(item, sign(","), 4), word("FROM"), path, maybe(word("WHERE"), condition));

/** What the full grammar generates (sql-like-language 3.2), with every clause that a query needs. */
export const grammarTexts: fc.Arbitrary<Written> = sequence(list(query, sign(";"), 2), maybe(sign(";")));

const joints = fc.constantFrom(" ", "\n", "\t ", " -- note; (\n", " /* SELECT ' */ ");

/** Tokens with spaces, line ends and comments between them. */
export function layOut(tokens: Written): fc.Arbitrary<string> {
  return fc
    .array(joints, { minLength: tokens.length, maxLength: tokens.length })
    .map((spaces) => tokens.map((token, index) => token + (spaces[index] ?? " ")).join(""));
}

/** The tokens with one or two of them deleted, doubled or swapped with the next. */
export function changed(tokens: Written): fc.Arbitrary<Written> {
  const change = fc.tuple(fc.constantFrom("delete", "double", "swap"), fc.nat(Math.max(0, tokens.length - 1)));
  return fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
    const list = [...tokens];
    for (const [kind, place] of changes) {
      const [token = "", next = ""] = list.slice(place);
      list.splice(place, kind === "swap" ? 2 : 1, ...{ delete: [], double: [token, token], swap: [next, token] }[kind]);
    }
    return list.filter((token) => token !== "");
  });
}
