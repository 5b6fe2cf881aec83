import { quoteName } from "../../duckdb/database.ts";
import { objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { keyNumbersOf, valueColumnsOf } from "./assign-keys.ts";
import { memberTextsOf } from "./rebuild-members.ts";
import type { FileGroup, RebuildScope } from "./rebuild-scope.ts";

/**
 * A column whose values are carried forward. Of a column that a record does not contain, the former value holds; of an
 * empty cell, none. So that `last_value(... IGNORE NULLS)` tells the two apart, a missing value is encoded as a value
 * that no stored one is equal to: NULL then means that the record does not contain the column.
 */
export interface GivenColumn {
  readonly name: string;
  readonly encode: (value: string) => string;
  readonly decode: (value: string) => string;
}

/** Returns how values of a column of an object's table are encoded. */
export function givenColumn(object: StoredObject, name: string): GivenColumn {
  const type = objectColumnsOf(object).find((column) => column.name === name)?.type;
  switch (type) {
    case "VARCHAR":
      return {
        name,
        encode: (value) => `coalesce('=' || ${value}, '-')`,
        decode: (value) => `CASE WHEN starts_with(${value}, '=') THEN ${value}[2:] END`,
      };
    // A number that is none is a missing one.
    case "DOUBLE":
      return withMissing(name, "'NaN'::DOUBLE");
    case "TIMESTAMP":
      return withMissing(name, "'infinity'::TIMESTAMP");
    case "BOOLEAN":
      return {
        name,
        encode: (value) => `coalesce(${value}::TINYINT, 2::TINYINT)`,
        decode: (value) => `nullif(${value}, 2)::BOOLEAN`,
      };
    // The table has ordinals, and for references keys, from 0.
    case "INTEGER":
      return withMissing(name, "-1::INTEGER");
    case "BIGINT":
      return object.properties.some(({ id }) => id === name)
        ? {
            name,
            encode: (value) => `coalesce(${value}::HUGEINT, 18446744073709551616)`,
            decode: (value) => `nullif(${value}, 18446744073709551616)::BIGINT`,
          }
        : withMissing(name, "-1::BIGINT");
    case "BIGINT[]":
      return {
        name,
        encode: (value) => `coalesce(${value}, []::BIGINT[])`,
        decode: (value) => `coalesce(${value}, []::BIGINT[])`,
      };
    default:
      throw new Error(`The column ${name} of ${object.id} has the type ${type}, which records cannot carry.`);
  }
}

function withMissing(name: string, missing: string): GivenColumn {
  return {
    name,
    encode: (value) => `coalesce(${value}, ${missing})`,
    decode: (value) => `nullif(${value}, ${missing})`,
  };
}

/** Parts of a SELECT from a group of files that return stored values: members as ordinals, targets as `$key`s. */
interface StoredValues {
  readonly joins: string;
  /** Stored value of a column that the group has. */
  readonly value: (column: string) => string;
}

/** Returns the joins and the stored values of a group of an object's files. `r` is the file's row. */
export function storedValuesOf(
  scope: RebuildScope,
  object: StoredObject,
  group: FileGroup,
  schema: string,
): StoredValues {
  const values = new Map<string, string>();
  const joins: string[] = [];
  for (const column of valueColumnsOf(scope, schema, group.columns)) {
    const name = quoteName(column);
    const dimension = object.dimensions.find(({ id }) => id === column);
    const reference = object.references.find(({ id }) => id === column);
    const alias = quoteName(`of ${column}`);
    if (dimension) {
      joins.push(`LEFT JOIN ${quoteName(memberTextsOf(dimension.membersOf))} AS ${alias} ON ${alias}.text = r.${name}`);
      values.set(column, `${alias}.ordinal`);
    } else if (reference) {
      joins.push(`LEFT JOIN ${quoteName(keyNumbersOf(reference.target))} AS ${alias} ON ${alias}.text = r.${name}`);
      values.set(column, `${alias}.number`);
    } else {
      values.set(column, `r.${name}`);
    }
  }
  return {
    joins: joins.join(" "),
    value: (column) => {
      const value = values.get(column);
      if (value === undefined) {
        throw new Error(`The files of ${schema} have no column ${column}.`);
      }
      return value;
    },
  };
}
