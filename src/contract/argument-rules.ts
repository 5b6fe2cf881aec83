import { assertNever } from "../base/assert-never.ts";
import { isRecord } from "../base/guards.ts";
import { parseInstant } from "../base/instant.ts";
import type { ArgumentPath, ArgumentRule, OperationDefinition, OperationKind } from "./operation.ts";

/** Arguments of a request in their groups. */
interface RequestArguments {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/**
 * Finds the first argument that violates a rule of an operation. `problem` is the predicate of a message about the
 * field, and never has the value.
 */
export function findBrokenRule(
  { rules = [] }: OperationDefinition,
  args: RequestArguments,
  nowMs: number,
): { readonly field: ArgumentPath; readonly problem: string } | undefined {
  for (const rule of rules) {
    const problem = problemOf(rule, args, nowMs);
    if (problem !== undefined) {
      return { field: rule.field, problem };
    }
  }
  return undefined;
}

function problemOf(rule: ArgumentRule, args: RequestArguments, nowMs: number): string | undefined {
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
      const time = (typeof value === "string" ? parseInstant(value) : undefined) ?? Number.NaN;
      const isWithin = time >= yearsFrom(nowMs, rule.least.value) && time <= yearsFrom(nowMs, rule.most.value);
      return isWithin ? undefined : `must be an ISO 8601 time between ${rule.least.text} and ${rule.most.text} ahead`;
    }
    default:
      return assertNever(rule);
  }
}

/** Returns the kind by which the role gate judges a call, which its arguments may raise. */
export function kindOfCall({ kind, kindWhen }: OperationDefinition, args: RequestArguments): OperationKind {
  return kindWhen && valueAt(args, kindWhen.field) === kindWhen.value ? kindWhen.kind : kind;
}

function valueAt(args: RequestArguments, field: ArgumentPath): unknown {
  return field
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? Reflect.get(value, name) : undefined), args);
}

function yearsFrom(nowMs: number, years: number): number {
  const date = new Date(nowMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}
