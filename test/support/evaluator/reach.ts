import type { Reference } from "../../../src/languages/core/model/model-source.ts";
import type { Value, Workforce, WorkforceRecord } from "./workforce.ts";

/** An instant, and which state is meant when one ends and the next begins there. Epoch milliseconds. */
export interface Moment {
  readonly at: number;
  readonly side: "just before" | "from then on";
}

/** A record together with the moment at which references lead on from it. */
export interface Place {
  readonly record: WorkforceRecord;
  readonly moment: Moment;
}

export function isValidAt({ begins, ends }: WorkforceRecord, { at, side }: Moment): boolean {
  return side === "just before"
    ? begins < at && (ends === null || ends >= at)
    : begins <= at && (ends === null || ends > at);
}

/** The records that a chain of references leads to; none when one of them leads nowhere at that moment. */
export function follow(workforce: Workforce, place: Place, steps: readonly Reference[]): readonly WorkforceRecord[] {
  let reached: readonly WorkforceRecord[] = [place.record];
  for (const step of steps) {
    reached = reached.flatMap((record) => targetsOf(workforce, record, step, place.moment));
  }
  return reached;
}

/** The records that one reference of a record leads to. */
function targetsOf(
  workforce: Workforce,
  record: WorkforceRecord,
  step: Reference,
  moment: Moment,
): readonly WorkforceRecord[] {
  return eachTarget(workforce, record, step, moment).filter((target) => target !== undefined);
}

/** The same, with `undefined` for each target that is not valid at the moment. */
export function eachTarget(
  workforce: Workforce,
  record: WorkforceRecord,
  step: Reference,
  moment: Moment,
): readonly (WorkforceRecord | undefined)[] {
  const isEvent = workforce.object(step.target).kind === "event";
  return keysOf(record.values.get(step.id)).map((key) =>
    workforce.statesOf(step.target, key).find((state) => isEvent || isValidAt(state, moment)),
  );
}

function keysOf(value: Value | undefined): readonly number[] {
  if (typeof value === "number") {
    return [value];
  }
  return typeof value === "object" && value !== null ? value : [];
}

/** The one value at the end of a path, `null` when the path leads nowhere. */
export function readThrough(workforce: Workforce, place: Place, steps: readonly Reference[], id: string): Value {
  if (steps.some(({ isMultiValue }) => isMultiValue)) {
    throw new Error("Evaluating a query: outside the columns of a list, a path takes single-value references only.");
  }
  return follow(workforce, place, steps)[0]?.values.get(id) ?? null;
}
