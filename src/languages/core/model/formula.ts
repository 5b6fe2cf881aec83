/** Whether a formula is the count of something and nothing else, so that its value is a number of records. */
export function isCountFormula(formula: string): boolean {
  return /^count\b/i.test(formula) && !/\bsum\b/i.test(formula) && isAdditiveFormula(formula);
}

/** Begins the formula of a count or sum; formulas are texts for people. */
const countOrSum = /^(count|sum)\b/i;

/** Operators that make something else of counts and sums, and words for them. */
const operator = /[-/*%^\u00d7\u00f7\u2212]|\b(divided|times|multiplied|minus|mod|modulo|per|percent|ratio)\b/i;

/** Aggregates whose values must not be added up, wherever they stand. */
const otherAggregate =
  /\b(distinct|unique|avg|average|mean|median|percentile|rate|min|minimum|max|maximum|stddev|variance|first|last)\b/i;

/**
 * Whether a formula is one count or sum, or several that are added. Anything else in it, such as a division or a second
 * aggregate, makes its values wrong to add up.
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

/** The terms of a sum; `count(a) + sum(b + c)` has two. */
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
