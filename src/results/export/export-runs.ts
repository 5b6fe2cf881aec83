/** Running exports by result. `stop` cancels those of a result and waits until their files are removed. */
export class RunningExports {
  readonly #running = new Map<Promise<unknown>, { readonly resultId: string; readonly controller: AbortController }>();

  async run<Value>(
    resultId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const controller = new AbortController();
    const running = work(AbortSignal.any([signal, controller.signal]));
    this.#running.set(running, { resultId, controller });
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async stop(resultId: string): Promise<void> {
    const stopped = [...this.#running].filter(([, running]) => running.resultId === resultId);
    for (const [, { controller }] of stopped) {
      controller.abort();
    }
    await Promise.allSettled(stopped.map(([running]) => running));
  }
}
