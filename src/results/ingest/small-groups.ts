import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import { cellOf, membersOf } from "./ingest-json-pieces.ts";

/** Name of the column that says which cells are of small groups; it goes along with every copy and export. */
export const markName = "Small Group";

/** Looks for small groups in the cells of a cell set (service-api, "Query"): `support` says how many people stand behind one. */
export class SmallGroups {
  readonly #guard: SmallGroupGuard;

  constructor(guard: SmallGroupGuard) {
    this.#guard = guard;
  }

  /** The cell as it may be written to a file: of one that is hidden its place alone is left. */
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

  /** What the column of marks says of a cell that was stored. */
  markOf(members: ReadonlyMap<string, string>): string | null {
    const isSmall = members.get("isSmall") === "true" || this.#isSmall(members);
    return isSmall ? `< ${this.#guard.threshold}` : null;
  }

  #isSmall(members: ReadonlyMap<string, string>): boolean {
    const hasValue = cellOf(members.get("value")) !== null || cellOf(members.get("distribution")) !== null;
    return isSmallGroup(cellOf(members.get("support")), hasValue, this.#guard);
  }
}
