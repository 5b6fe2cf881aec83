import type { Reference } from "../../../src/languages/core/model/model-source.ts";
import { type Attribute, attributeId } from "./attribute.ts";
import type { Column } from "./columns.ts";
import { memberAtDepth } from "./members.ts";
import type { ListOptions } from "./options.ts";
import { printDateTime, printNumber } from "./print.ts";
import { eachTarget, type Place } from "./reach.ts";
import type { Cell, Row } from "./table.ts";
import type { Workforce, WorkforceRecord } from "./workforce.ts";

/** A row of a list before its columns are read. */
export interface ListPlace extends Place {
  /** Effective date of the row, epoch milliseconds. */
  readonly effective: number;
}

/** For each chain of references in use, written `A.B`, the record it leads to. */
type Reached = ReadonlyMap<string, WorkforceRecord | undefined>;

/** The rows of one record: one, or one for each combination of targets of multi-value references (8.3). */
export function listCells(
  workforce: Workforce,
  columns: readonly Column[],
  place: ListPlace,
  options: ListOptions,
): readonly Row[] {
  const chains = new Map(
    columns
      .map(stepsOf)
      .flatMap(prefixes)
      .map((steps) => [chainName(steps), steps]),
  );
  let combinations: readonly Reached[] = [new Map([["", place.record]])];
  // A chain comes after the shorter chains that it continues.
  for (const [name, steps] of [...chains].sort(([, left], [, right]) => left.length - right.length)) {
    combinations = combinations.flatMap((reached) => {
      const record = reached.get(chainName(steps.slice(0, -1)));
      const step = steps.at(-1);
      const targets = record && step ? eachTarget(workforce, record, step, place.moment) : [];
      return (targets.length > 0 ? targets : [undefined]).map((target) => new Map([...reached, [name, target]]));
    });
  }
  return combinations.map((reached) =>
    columns.map((column) => {
      if (column.kind === "time") {
        return printDateTime(place.effective, options.dateTimeDisplayMode);
      }
      const record = reached.get(chainName(stepsOf(column)));
      return record ? readCell(workforce, column, record, options) : null;
    }),
  );
}

function stepsOf(column: Column): readonly Reference[] {
  return column.kind === "attribute" || column.kind === "level" ? column.attribute.steps : [];
}

/** For A.B.C these are A, A.B and A.B.C. */
function prefixes(steps: readonly Reference[]): readonly (readonly Reference[])[] {
  return steps.map((_, index) => steps.slice(0, index + 1));
}

function chainName(steps: readonly Reference[]): string {
  return steps.map(({ id }) => id).join(".");
}

function readCell(workforce: Workforce, column: Column, record: WorkforceRecord, options: ListOptions): Cell {
  if (column.kind === "level") {
    const { dimension } = column.attribute;
    const ordinal = record.values.get(dimension.id);
    const member =
      typeof ordinal === "number" ? memberAtDepth(workforce, dimension, ordinal, column.level.depth) : undefined;
    return member?.displayName ?? null;
  }
  return column.kind === "attribute" ? readAttribute(workforce, column.attribute, record, options) : null;
}

function readAttribute(
  workforce: Workforce,
  attribute: Attribute,
  record: WorkforceRecord,
  { dateTimeDisplayMode }: ListOptions,
): Cell {
  const value = record.values.get(attributeId(attribute));
  if (value === null || value === undefined) {
    return null;
  }
  if (attribute.kind === "dimension") {
    return workforce.member(attribute.dimension, Number(value)).path;
  }
  if (attribute.kind === "property" && attribute.property.type === "date") {
    return printDateTime(Number(value), dateTimeDisplayMode);
  }
  return typeof value === "number" ? printNumber(value) : String(value);
}
