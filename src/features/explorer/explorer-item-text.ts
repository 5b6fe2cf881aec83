import type { ExplorerItem } from "./explorer-item.ts";

/** Name of an entry to copy, or to drag into an editor; empty if it has none. */
export function nameForText(item: ExplorerItem): string {
  switch (item.kind) {
    case "tableSource":
      return item.table.objectName ?? "";
    case "column":
      return item.column.name ?? "";
    case "report":
      return item.report.title ?? "";
    case "project":
      return item.project.name ?? "";
    case "tenant":
      return item.target.tenant;
    default:
      return "";
  }
}
