import { quoteStringLiteral } from "../../core/model/query-forms.ts";
import { comparisons } from "../syntax/operators.ts";
import type { Expression } from "../syntax/tree.ts";
import { parseInstant } from "../time/instant.ts";
import { expressionAt, predicateContaining, predicateWithSpan } from "./find-node.ts";
import { createReplacementFix, type FixFactory, type QueryFix } from "./fix.ts";

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Parses a number below one hundred in English words: 42 for `forty-two`. Returns undefined for other texts. */
function readNumberWords(text: string): number | undefined {
  const [first = "", second, ...others] = text
    .trim()
    .toLowerCase()
    .split(/[\s-]+/);
  const ten = tens.indexOf(first);
  if (others.length > 0) {
    return undefined;
  }
  if (second === undefined) {
    return ten >= 0 ? (ten + 2) * 10 : valid(small.indexOf(first));
  }
  const one = small.indexOf(second);
  return ten >= 0 && one >= 1 && one <= 9 ? (ten + 2) * 10 + one : undefined;
}

function valid(index: number): number | undefined {
  return index >= 0 ? index : undefined;
}

/**
 * Creates fixes that rewrite a value of the wrong type, one fix per possible type. The caller keeps only the fix that
 * resolves the problem (SL401).
 */
export const changeLiteralType: FixFactory = (scope) => {
  const { text, problem, query } = scope;
  const value = expressionAt(query, problem);
  const written = text.slice(problem.start, problem.end);
  return (value ? literalsLike(value, written) : []).map((literal) => ({
    ...createReplacementFix(scope, problem, literal, true),
    isFallback: true,
  }));
};

const yes = /^(?:yes|true|y|on|1)$/i;
const no = /^(?:no|false|n|off|0)$/i;

function literalsLike(value: Expression, written: string): string[] {
  switch (value.kind) {
    case "string": {
      const content = value.value.trim();
      const number = /^-?\d+(?:\.\d+)?$/.test(content) ? content : readNumberWords(content)?.toString();
      return [
        ...(number === undefined ? [] : [number]),
        ...(parseInstant(content) === undefined ? [] : [`date(${quoteStringLiteral(content)})`]),
        ...(yes.test(content) ? ["TRUE"] : no.test(content) ? ["FALSE"] : []),
      ];
    }
    case "number":
      return [
        quoteStringLiteral(value.text),
        ...(yes.test(value.text) ? ["TRUE"] : no.test(value.text) ? ["FALSE"] : []),
      ];
    case "boolean":
      return [quoteStringLiteral(written)];
    case "call": {
      const [first] = value.arguments;
      return first?.value.kind === "string" ? [quoteStringLiteral(first.value.value)] : [];
    }
    default:
      return [];
  }
}

/** Creates a fix that adds a comparison of a concept with TRUE, or with FALSE if the text suggests it (SL402). */
export const compareConceptWithBoolean: FixFactory = (scope) => {
  const { text, problem, query } = scope;
  const predicate = predicateWithSpan(query, problem);
  const left = predicate?.kind === "bare" ? undefined : predicate?.left;
  if (!predicate || !left) {
    return [];
  }
  const operator = predicate.kind === "compare" ? comparisons[predicate.operator.sign] : undefined;
  const value = predicate.kind === "compare" ? predicate.right : undefined;
  const compared = value?.kind === "string" ? value.value.trim() : value?.kind === "number" ? value.text : "";
  const name = text.slice(left.start, left.end);
  const sign = operator === "!=" ? "!=" : "=";
  return [createReplacementFix(scope, predicate, `${name} ${sign} ${no.test(compared) ? "FALSE" : "TRUE"}`, true)];
};

export const appendTrueComparison: FixFactory = ({ problem }) => [
  {
    title: "Append `= TRUE`",
    edits: [{ start: problem.end, end: problem.end, text: " = TRUE" }],
    isPreferred: true,
  },
];

/** Creates a fix that replaces an invalid count by the number inside its quotes, if there is one, or by 1 (SL405). */
export const replaceInvalidCount: FixFactory = (scope) => {
  const value = expressionAt(scope.query, scope.problem);
  const digits = value?.kind === "string" && /^[1-9]\d{0,8}$/.test(value.value) ? value.value : "1";
  return [createReplacementFix(scope, scope.problem, digits, true)];
};

const flipped: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * Creates fixes for an unsupported predicate: use IS NULL, swap the operands so that the attribute is first, or add
 * quotes around a text (SL604).
 */
export const rewritePredicate: FixFactory = (scope) => {
  const { text, problem, query } = scope;
  const predicate = predicateContaining(query, problem);
  const written = text.slice(problem.start, problem.end);
  if (predicate?.kind !== "compare") {
    return [];
  }
  const { left, operator, right } = predicate;
  const [leftText, rightText] = [left, right].map(({ start, end }) => text.slice(start, end));
  const sign = comparisons[operator.sign] ?? "=";
  const fixes: QueryFix[] = [];
  if (/^null$/i.test(written) && (sign === "=" || sign === "!=")) {
    const test = sign === "=" ? "IS NULL" : "IS NOT NULL";
    fixes.push(createReplacementFix(scope, predicate, `${leftText} ${test}`, true));
  } else if (problem.start === left.start && right.kind === "path") {
    fixes.push(createReplacementFix(scope, predicate, `${rightText} ${flipped[sign] ?? sign} ${leftText}`, true));
  } else if (problem.start === right.start && right.kind === "path" && right.segments.length === 1) {
    fixes.push(createReplacementFix(scope, right, quoteStringLiteral(written)));
  }
  return fixes;
};
