import { assertNever } from "../../base/assert-never.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import type { FieldPath, RowRule } from "../../contract/row-rules.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import type { AnyArguments } from "../interface/method.ts";

/** Throws InvalidArgumentsError naming the first field that breaks a rule of the row; never its value. */
export function checkRules(operation: string, row: OperationDefinition, args: AnyArguments, nowMs: number): void {
  for (const rule of row.rules ?? []) {
    const problem = problemOf(rule, args, nowMs);
    if (problem !== undefined) {
      throw new InvalidArgumentsError(operation, rule.field, problem);
    }
  }
}

function problemOf(rule: RowRule, args: AnyArguments, nowMs: number): string | undefined {
  const value = valueAt(args, rule.field);
  if (value === undefined) {
    return undefined;
  }
  switch (rule.kind) {
    case "onlyWith":
      return valueAt(args, rule.other) === rule.value
        ? undefined
        : `may be given only when ${rule.other} is ${rule.value}`;
    case "sameAs": {
      const other = valueAt(args, rule.other);
      return other === undefined || other === value ? undefined : `must be the same as ${rule.other}`;
    }
    case "yearsAhead": {
      const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
      const isWithin = time >= yearsFrom(nowMs, rule.least.value) && time <= yearsFrom(nowMs, rule.most.value);
      return isWithin ? undefined : `must be an ISO 8601 time between ${rule.least.text} and ${rule.most.text} ahead`;
    }
    default:
      return assertNever(rule);
  }
}

function valueAt(args: AnyArguments, field: FieldPath): unknown {
  return field
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      args,
    );
}

function yearsFrom(nowMs: number, years: number): number {
  const date = new Date(nowMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
