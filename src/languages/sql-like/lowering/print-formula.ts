import { assertNever } from "../../../base/assert-never.ts";
import type { BoundCondition, BoundPath, Operand } from "../binding/bound-condition.ts";
import { formatInstant } from "../time/instant.ts";

/** A predicate over a property, or a test for a missing value. */
export type FormulaPredicate = Extract<BoundCondition, { kind: "compare" | "in" | "between" | "isNull" }>;

/** The text of a predicate with its path written in full, without the FROM object (docs/semantics.md, "Lowering"). */
export function printFormula(predicate: FormulaPredicate): string {
  const path = printPath(predicate.path);
  switch (predicate.kind) {
    case "compare":
      return `${path} ${predicate.operator} ${printOperand(predicate.value)}`;
    case "in":
      return `${path} ${predicate.isNegated ? "NOT IN" : "IN"} (${predicate.values.map(printOperand).join(", ")})`;
    case "between": {
      const range = `${printOperand(predicate.low)} AND ${printOperand(predicate.high)}`;
      return `${path} ${predicate.isNegated ? "NOT BETWEEN" : "BETWEEN"} ${range}`;
    }
    case "isNull":
      return `${path} ${predicate.isNegated ? "IS NOT NULL" : "IS NULL"}`;
  }
}

/** References and the attribute, dots between. */
export function printPath(path: BoundPath): string {
  return [...path.references.map(({ id }) => id), attributeName(path)].join(".");
}

/** The last segment of a path. A model may write a property's id with its object, which a path does not repeat. */
export function attributeName({ attribute, object }: BoundPath): string {
  switch (attribute.kind) {
    case "property": {
      const { id } = attribute.property;
      return id.startsWith(`${object}.`) ? id.slice(object.length + 1) : id;
    }
    case "dimension":
      return attribute.dimension.id;
    case "concept":
      return attribute.concept.id;
  }
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case "text":
      return `'${operand.value.replaceAll("'", "''")}'`;
    case "number":
      return operand.text;
    case "date":
      return `date("${formatInstant(operand.value)}")`;
    case "boolean":
      return operand.value ? "TRUE" : "FALSE";
    case "parameter":
      return operand.parameter.id;
    default:
      return assertNever(operand);
  }
}
