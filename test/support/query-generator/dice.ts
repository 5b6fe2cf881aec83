/** Seeded chance: the same seed gives the same throws on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Neighbouring seeds start alike; a few throws part them.
    for (let index = 0; index < 8; index++) {
      this.#next();
    }
  }

  /** True with that probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) {
      throw new Error("Making a query: there is nothing to choose from.");
    }
    return item;
  }

  /** Up to `count` different items, in any order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[] {
    const left = [...items];
    const chosen: Item[] = [];
    while (chosen.length < count && left.length > 0) {
      chosen.push(...left.splice(this.whole(0, left.length - 1), 1));
    }
    return chosen;
  }

  /** From 0 to below 1, by the generator known as mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
