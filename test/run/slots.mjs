/**
 * Lets tasks run while the places they take together are at most so many, in the order in which they asked. A task that needs
 * more places than are free keeps those behind it waiting, so that it is not overtaken for ever.
 */
export class Slots {
  #free;
  /** @type {{ places: number; start: () => void }[]} */
  #waiting = [];

  /** @param {number} places */
  constructor(places) {
    this.#free = places;
  }

  /**
   * @template Value
   * @param {number} places
   * @param {() => Promise<Value>} task
   * @returns {Promise<Value>}
   */
  async run(places, task) {
    await new Promise((resolve) => {
      this.#waiting.push({ places, start: () => resolve(undefined) });
      this.#startNext();
    });
    try {
      return await task();
    } finally {
      this.#free += places;
      this.#startNext();
    }
  }

  #startNext() {
    for (let next = this.#waiting[0]; next && next.places <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.start();
    }
  }
}
