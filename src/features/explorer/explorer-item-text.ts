import type { ExplorerItem } from "./explorer-item.ts";

/** The name of an entry as it is written in a text: copied, or dragged into an editor. Empty for what has no name. */
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
