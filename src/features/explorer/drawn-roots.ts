import { isDeepStrictEqual } from "node:util";
import type { ActiveTarget, ConnectionItem } from "./explorer-item.ts";

/** Connections and active target as the tree last drew them. */
export class DrawnRoots {
  #roots: readonly ConnectionItem[] = [];
  #active: ActiveTarget | undefined;

  /** Remembers what is drawn now. */
  set(roots: readonly ConnectionItem[], active: ActiveTarget): void {
    this.#roots = roots;
    this.#active = active;
  }

  /**
   * Returns the connections to draw again: those that differ or have failed, and those that were or are active if the
   * active target differs. Returns undefined if the tree has other connections or another order, and is to be drawn as a whole.
   */
  changed(
    roots: readonly ConnectionItem[],
    active: ActiveTarget,
    hasFailed: (root: ConnectionItem) => boolean,
  ): readonly ConnectionItem[] | undefined {
    const drawn = this.#roots;
    if (roots.length !== drawn.length || roots.some(({ key }, index) => key !== drawn[index]?.key)) {
      return undefined;
    }
    const isOtherTarget = !isDeepStrictEqual(active, this.#active);
    const isConcerned = ({ id }: ConnectionItem) =>
      isOtherTarget && (id === active.connectionId || id === this.#active?.connectionId);
    return roots.filter(
      (root, index) => isConcerned(root) || hasFailed(root) || !isDeepStrictEqual(root, drawn[index]),
    );
  }
}
