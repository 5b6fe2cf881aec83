import { isSmallGroup, type SmallGroupGuard } from "../../base/small-group.ts";
import { JsonValueExtractor, readMembers, toCellValue } from "./json-value-extractor.ts";

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
   * coordinates, and a bin of a distribution with a small group has the mark in place of its support.
   */
  storable(cell: string): string {
    if (this.#guard.mode === "mark") {
      return cell;
    }
    const members = readMembers(cell);
    if (!members) {
      return "null";
    }
    if (this.#isSmall(members)) {
      return `{"coordinates":${members.get("coordinates") ?? "[]"},"isSmall":true}`;
    }
    const distribution = members.get("distribution");
    return distribution?.startsWith("[")
      ? toJson(members, "distribution", `[${this.#storableBins(distribution).join()}]`)
      : cell;
  }

  #storableBins(distribution: string): readonly string[] {
    const bins = new JsonValueExtractor(({ depth }) => depth === 1).push(Buffer.from(distribution));
    return bins.map(({ text }) => {
      const members = readMembers(text);
      const isSmall = members && isSmallGroup(toCellValue(members.get("support")), true, this.#guard);
      return isSmall ? toJson(members, "support", JSON.stringify(this.#mark)) : text;
    });
  }

  get #mark(): string {
    return `< ${this.#guard.threshold}`;
  }

  /** Returns the mark of a stored cell, such as `< 5`. Null if the group is not small. */
  smallGroupMark(members: ReadonlyMap<string, string>): string | null {
    const isSmall = members.get("isSmall") === "true" || this.#isSmall(members);
    return isSmall ? this.#mark : null;
  }

  #isSmall(members: ReadonlyMap<string, string>): boolean {
    const hasValue = toCellValue(members.get("value")) !== null || toCellValue(members.get("distribution")) !== null;
    return isSmallGroup(toCellValue(members.get("support")), hasValue, this.#guard);
  }
}

/** Writes members of an object with another value of one of them. */
function toJson(members: ReadonlyMap<string, string>, name: string, value: string): string {
  return `{${[...new Map(members).set(name, value)].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
