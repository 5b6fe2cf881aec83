import { fieldsOf } from "../../base/guards.ts";
import type { TableSource } from "../../contract/table-source-schemas.ts";

/** What of the explorer's items a command here looks at. */
export interface PlaceFacts {
  readonly connectionId: string;
  readonly tenant: string | undefined;
}

/** The table source that a tree item is; undefined for what is none. */
export function tableOfItem(item: unknown): { readonly place: PlaceFacts; readonly table: TableSource } | undefined {
  const { kind, place, table } = fieldsOf(item);
  return kind === "tableSource" && isPlace(place) ? { place, table: fieldsOf(table) } : undefined;
}

/** The place of a tree item; undefined for what has none. */
export function placeOfItem(item: unknown): PlaceFacts | undefined {
  const { place } = fieldsOf(item);
  return isPlace(place) ? place : undefined;
}

function isPlace(value: unknown): value is PlaceFacts {
  const { connectionId, tenant } = fieldsOf(value);
  return typeof connectionId === "string" && (tenant === undefined || typeof tenant === "string");
}
