import { fieldsOf } from "../../base/guards.ts";
import type { TableSource } from "../../contract/table-source-schemas.ts";

/** Connection and tenant of an explorer item. */
export interface TargetIds {
  readonly connectionId: string;
  readonly tenant: string | undefined;
}

/** Returns the table source of a tree item, or undefined if the item is not a table source. */
export function tableOfItem(item: unknown): { readonly target: TargetIds; readonly table: TableSource } | undefined {
  const { kind, target, table } = fieldsOf(item);
  return kind === "tableSource" && isTarget(target) ? { target, table: fieldsOf(table) } : undefined;
}

/** Returns the connection and tenant of a tree item, or undefined if it has none. */
export function targetOfItem(item: unknown): TargetIds | undefined {
  const { target } = fieldsOf(item);
  return isTarget(target) ? target : undefined;
}

function isTarget(value: unknown): value is TargetIds {
  const { connectionId, tenant } = fieldsOf(value);
  return typeof connectionId === "string" && (tenant === undefined || typeof tenant === "string");
}
