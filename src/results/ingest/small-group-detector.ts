import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import { readMembers, toCellValue } from "./json-value-extractor.ts";

/**
 * Returns the name of the column that marks which values of a column are based on small groups. Copies and exports
 * include the column.
 */
export const smallGroupMarkNameOf = "Small Group";

/**
 * Detects small groups in the cells of a cell set (service-api, "Query") by `support`, the number of people behind a
 * cell.
 */
export class SmallGroupDetector {
  readonly #guard: SmallGroupGuard;

  constructor(guard: SmallGroupGuard) {
    this.#guard = guard;
  }

  /**
   * Returns the JSON of a cell for storage. If small groups are hidden, the cell of a small group keeps only its
   * coordinates.
   */
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

  /** Returns the mark of a stored cell, such as `< 5`. Null if the group is not small. */
  smallGroupMark(members: ReadonlyMap<string, string>): string | null {
    const isSmall = members.get("isSmall") === "true" || this.#isSmall(members);
    return isSmall ? `< ${this.#guard.threshold}` : null;
  }

  #isSmall(members: ReadonlyMap<string, string>): boolean {
    const hasValue = toCellValue(members.get("value")) !== null || toCellValue(members.get("distribution")) !== null;
    return isSmallGroup(toCellValue(members.get("support")), hasValue, this.#guard);
  }
}
