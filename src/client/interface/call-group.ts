/**
 * Calls that people think of as one action, such as sending a file: the gate is asked for them once. It covers only calls of
 * the operations it names that are made with it, so that who keeps it to himself says what belongs to it.
 */
export class CallGroup {
  /** What the action is about, for the question: the name of a file. */
  readonly title: string;
  readonly #operations: ReadonlySet<string>;

  constructor(title: string, operations: readonly string[]) {
    this.title = title;
    this.#operations = new Set(operations);
  }

  covers(operation: string): boolean {
    return this.#operations.has(operation);
  }
}
