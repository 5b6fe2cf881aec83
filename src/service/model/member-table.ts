/** Name of the table that holds the members of a dimension. */
export function memberTable(membersOf: string): string {
  return `$members:${membersOf}`;
}

/**
 * Columns of a member table, one row for each member at any depth.
 *
 * - `ordinal` INTEGER, unique: the order of the members (a parent before its children, siblings in the model's order).
 * - `parent` INTEGER: ordinal of the parent, NULL at the top.
 * - `depth` INTEGER: 0 at the top of a leveled or range dimension, 1 at the top of a parent-child one.
 * - `name` VARCHAR: technical name, without dots. `display_name` VARCHAR.
 * - `path` VARCHAR: names from the top, dots between.
 * - `ancestors` INTEGER[]: ordinals from the top down to the member itself.
 * - `is_leaf` BOOLEAN.
 */
export const memberColumns =
  "ordinal INTEGER, parent INTEGER, depth INTEGER, name VARCHAR, display_name VARCHAR, path VARCHAR, ancestors INTEGER[], is_leaf BOOLEAN";
