import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import { cellValue, readMembers } from "./ingest-json-pieces.ts";

/** Name of the column that marks cells of small groups. Copies and exports include it. */
export const markName = "Small Group";

/**
 * Detects small groups in the cells of a cell set (service-api, "Query") by `support`, the number of people of a cell.
 */
export class SmallGroups {
  readonly #guard: SmallGroupGuard;

  constructor(guard: SmallGroupGuard) {
    this.#guard = guard;
  }

  /** Returns the JSON of a cell to be stored. In hiding mode, a small group's cell keeps only its coordinates. */
  storable(cell: string): string {
    if (this.#guard.mode === "mark") {
      return cell;
    }
    const members = readMembers(cell);
    if (!members) {
      return "null";
    }
    return this.#isSmall(members) ? `{"coordinates":${members.get("coordinates") ?? "[]"},"isSmall":true}` : cell;
  }

  /** Returns the mark of a stored cell, such as `< 5`, or null if its group is not small. */
  smallGroupMark(members: ReadonlyMap<string, string>): string | null {
    const isSmall = members.get("isSmall") === "true" || this.#isSmall(members);
    return isSmall ? `< ${this.#guard.threshold}` : null;
  }

  #isSmall(members: ReadonlyMap<string, string>): boolean {
    const hasValue = cellValue(members.get("value")) !== null || cellValue(members.get("distribution")) !== null;
    return isSmallGroup(cellValue(members.get("support")), hasValue, this.#guard);
  }
}
