/** Runs asynchronous tasks one after the other, in the order of the calls. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task when all earlier ones have ended, also if one of them failed. Returns its result or its error. */
  run<Value>(task: () => PromiseLike<Value>): Promise<Value> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when the tasks so far have ended. Does not reject. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
