/** A formula over metrics, each by the name of its column. */
export type Formula =
  | { readonly kind: "metric"; readonly id: string }
  | { readonly kind: "number"; readonly value: number }
  | {
      readonly kind: "operation";
      readonly sign: "+" | "-" | "*" | "/";
      readonly left: Formula;
      readonly right: Formula;
    };

/** The text of a formula, with all brackets. */
export function writeFormula(formula: Formula): string {
  switch (formula.kind) {
    case "metric":
      return formula.id;
    case "number":
      return String(formula.value);
    case "operation":
      return `(${writeFormula(formula.left)} ${formula.sign} ${writeFormula(formula.right)})`;
  }
}

/** The value of a formula in one cell; a missing part or a division by zero gives none. */
export function computeFormula(formula: Formula, valueAt: (id: string) => number | null): number | null {
  if (formula.kind === "metric") {
    return valueAt(formula.id);
  }
  if (formula.kind === "number") {
    return formula.value;
  }
  const left = computeFormula(formula.left, valueAt);
  const right = computeFormula(formula.right, valueAt);
  if (left === null || right === null || (formula.sign === "/" && right === 0)) {
    return null;
  }
  const results = { "+": left + right, "-": left - right, "*": left * right, "/": left / right };
  // Neither a number beyond a double nor a negative zero is ever shown.
  return Number.isFinite(results[formula.sign]) ? results[formula.sign] + 0 : null;
}
