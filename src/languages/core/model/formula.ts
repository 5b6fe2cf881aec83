/** Whether the formula of a metric is a single count, so that the metric's value is a number of records. */
export function isCountFormula(formula: string): boolean {
  return /^count\b/i.test(formula) && !/\bsum\b/i.test(formula) && isAdditiveFormula(formula);
}

/** Matches the start of a count or sum in a metric's formula. Formulas are informal texts written for people. */
const countOrSum = /^(count|sum)\b/i;

/** Matches operators, and words for operators, that make a metric's formula non-additive, such as division. */
const operator = /[-/*%^\u00d7\u00f7\u2212]|\b(divided|times|multiplied|minus|mod|modulo|per|percent|ratio)\b/i;

/** Matches aggregate functions that make a metric's formula non-additive wherever they occur, such as an average. */
const otherAggregate =
  /\b(distinct|unique|avg|average|mean|median|percentile|rate|min|minimum|max|maximum|stddev|variance|first|last)\b/i;

/**
 * Whether a metric is additive according to its formula: one count or sum, or an addition of several. Any other
 * content, such as a division or another aggregate, makes the metric non-additive.
 */
export function isAdditiveFormula(formula: string): boolean {
  // Members and names in quotes are no operators.
  const unquoted = formula.replaceAll(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, "x");
  return termsOf(unquoted).every((term) => {
    const calls = term.match(/\b(?!(?:in|and|or|not|where|of|over)\b)\w+\s*\(/gi)?.length ?? 0;
    const aggregates = term.match(/\b(count|sum)\b/gi)?.length ?? 0;
    return (
      countOrSum.test(term) && calls <= 1 && aggregates === 1 && !operator.test(term) && !otherAggregate.test(term)
    );
  });
}

/** Splits a formula into the terms of its top-level addition: `count(a) + sum(b + c)` has two terms. */
function termsOf(formula: string): string[] {
  const terms = [""];
  let depth = 0;
  for (const character of formula) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "+" && depth === 0) {
      terms.push("");
    } else {
      terms.push(`${terms.pop()}${character}`);
    }
  }
  return terms.map((term) => term.trim());
}
