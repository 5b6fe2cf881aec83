import fc from "fast-check";

/** Tokens of a text, each as it is written. */
export type Written = readonly string[];

const spelled = (word: string) => fc.constantFrom(word, word.toLowerCase());
/** Words of SQL that are names wherever a name may stand (sql-like-language 2.5), but for those that stand right after SELECT. */
const softWords = "Group Having Order Limit Offset Left Join On Using Union With Case When Like Create".split(" ");
const plainNames =
  "a b_2 Employee Service_Time Count Sum Time Month date period periods level Function isManager".split(" ");
const names = fc.constantFrom(...plainNames);
const anyNames = fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: fc.constantFrom(...softWords) });
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

const path = sequence(one(anyNames), maybe(sign("."), list(one(anyNames), sign("."), 2)));
const literal = fc.oneof(one(strings), sequence(maybe(sign("-")), one(numbers)), word("TRUE"), word("FALSE"));

const { expression, call } = fc.letrec<{ expression: Written; call: Written }>((tie) => ({
  expression: fc.oneof({ depthSize: "xsmall", withCrossShrink: true }, path, literal, tie("call")),
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
      { depthSize: "xsmall", withCrossShrink: true },
      sequence(expression, maybe(tail)),
      sequence(sign("("), tie("condition"), sign(")")),
    ),
  ),
}));

const item = sequence(
  expression,
  fc.oneof(nothing, sequence(word("AS"), one(fc.oneof(anyNames, strings))), one(fc.oneof(names, strings))),
);
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

/** Tokens of the grammar and some that are none of it. */
const anyTokens = fc.constantFrom(
  ..."SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE a Group ( ) , . ; = != <> < - 12 'x' * + == || # ` [".split(
    " ",
  ),
);

/** The tokens with one or two of them deleted, doubled, swapped with the next, replaced or joined by any other. */
export function changed(tokens: Written): fc.Arbitrary<Written> {
  const change = fc.tuple(
    fc.constantFrom("delete", "double", "swap", "replace", "insert"),
    fc.nat(Math.max(0, tokens.length - 1)),
    anyTokens,
  );
  return fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
    const list = [...tokens];
    for (const [kind, place, other] of changes) {
      const [token = "", next = ""] = list.slice(place);
      const become = {
        delete: [],
        double: [token, token],
        swap: [next, token],
        replace: [other],
        insert: [other, token],
      };
      list.splice(place, kind === "swap" ? 2 : 1, ...become[kind]);
    }
    return list.filter((token) => token !== "");
  });
}
