/**
 * Calls that form one user action, such as sending a file; the role gate decides once for all of them. A group covers
 * only calls of the given operations that are made with this object, so that its owner controls what belongs to it.
 */
export class CallGroup {
  /** Subject of the action for the confirmation prompt, such as the name of a file. */
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
