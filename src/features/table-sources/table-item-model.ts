import { fieldsOf } from "../../base/guards.ts";
import type { TableSource } from "../../contract/table-source-schemas.ts";

/** What of the explorer's items a command here looks at. */
export interface TargetIds {
  readonly connectionId: string;
  readonly tenant: string | undefined;
}

/** The table source that a tree item is; undefined for what is none. */
export function tableOfItem(item: unknown): { readonly target: TargetIds; readonly table: TableSource } | undefined {
  const { kind, target, table } = fieldsOf(item);
  return kind === "tableSource" && isPlace(target) ? { target, table: fieldsOf(table) } : undefined;
}

/** The place of a tree item; undefined for what has none. */
export function targetOfItem(item: unknown): TargetIds | undefined {
  const { target } = fieldsOf(item);
  return isPlace(target) ? target : undefined;
}

function isPlace(value: unknown): value is TargetIds {
  const { connectionId, tenant } = fieldsOf(value);
  return typeof connectionId === "string" && (tenant === undefined || typeof tenant === "string");
}
