import { isGenerator } from "./functions/functions.ts";
import type { Item, Name, Scope } from "./syntax/scopes.ts";

/**
 * What the columns of an item are called, an empty name where Spark makes one up; nothing when only Spark knows how many
 * columns there are.
 */
export function itemNames(item: Item, scope: Scope): readonly string[] | undefined {
  const { aliases, use } = item;
  if (aliases.length > 0) {
    return aliases.map(({ text }) => text);
  }
  if (use?.kind === "column") {
    return [use.path.at(-1)?.text ?? ""];
  }
  if (use?.kind === "call" && isGenerator(use.name.text)) {
    return undefined;
  }
  return [castName(item, scope) ?? ""];
}

/** A column that is only cast keeps its name. */
function castName({ use, from, to }: Item, { uses }: Scope): string | undefined {
  const [column, ...others] = uses.slice(from, to).filter((one) => one !== use);
  if (use?.kind !== "call" || !/^(try_)?cast$/i.test(use.name.text) || column?.kind !== "column" || others.length > 0) {
    return undefined;
  }
  const [value] = use.arguments;
  const isAll = value?.start === column.start && value.end === column.end;
  return isAll ? column.path.at(-1)?.text : undefined;
}

/** `GROUP BY window(...)` makes a column `window` that the whole query may name. */
export function isMadeByGroup({ text }: Name, { uses }: Scope): boolean {
  const folded = text.toLowerCase();
  return (
    (folded === "window" || folded === "session_window") &&
    uses.some((use) => use.kind === "call" && use.name.text.toLowerCase() === folded)
  );
}
