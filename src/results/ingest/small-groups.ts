import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import { cellOf, membersOf } from "./ingest-json-pieces.ts";

/** Name of the column that marks cells of small groups. Copies and exports include it. */
export const markName = "Small Group";

/** Detects small groups in the cells of a cell set (service-api, "Query") by `support`, the number of people of a cell. */
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
    const members = membersOf(cell);
    if (!members) {
      return "null";
    }
    return this.#isSmall(members) ? `{"coordinates":${members.get("coordinates") ?? "[]"},"isSmall":true}` : cell;
  }

  /** Returns the mark of a stored cell, such as `< 5`, or null if its group is not small. */
  markOf(members: ReadonlyMap<string, string>): string | null {
    const isSmall = members.get("isSmall") === "true" || this.#isSmall(members);
    return isSmall ? `< ${this.#guard.threshold}` : null;
  }

  #isSmall(members: ReadonlyMap<string, string>): boolean {
    const hasValue = cellOf(members.get("value")) !== null || cellOf(members.get("distribution")) !== null;
    return isSmallGroup(cellOf(members.get("support")), hasValue, this.#guard);
  }
}
