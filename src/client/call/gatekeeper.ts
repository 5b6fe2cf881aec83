import type { OperationDefinition, OperationKind } from "../../contract/operation.ts";
import type { CallGroup } from "../interface/call-group.ts";
import type { GateAnswer, RoleGate } from "../interface/connection.ts";
import { DeniedError } from "../interface/errors.ts";
import type { CallOptions } from "../interface/method.ts";

/** What changes definitions, publishes or deletes is asked about call by call, whatever group it is in. */
const groupedKinds: ReadonlySet<OperationKind> = new Set(["load"]);

/** Asks the role gate before each call, and for the calls of a group once. */
export class Gatekeeper {
  readonly #gate: RoleGate;
  readonly #answers = new WeakMap<CallGroup, Promise<GateAnswer>>();

  constructor(gate: RoleGate) {
    this.#gate = gate;
  }

  /** Throws DeniedError unless the call is allowed, or the signal's reason. */
  async ask(
    operation: string,
    { kind }: Pick<OperationDefinition, "kind">,
    { signal, group }: Pick<CallOptions, "signal" | "group">,
  ): Promise<void> {
    let answer: GateAnswer;
    try {
      const isGrouped = group !== undefined && groupedKinds.has(kind) && group.covers(operation);
      answer = await (isGrouped ? this.#askOnce(kind, operation, group) : this.#gate(kind, operation));
    } catch (error) {
      signal?.throwIfAborted();
      throw new DeniedError(operation, { cause: error });
    }
    signal?.throwIfAborted();
    if (answer !== "allowed") {
      throw new DeniedError(operation);
    }
  }

  /** Only what was allowed counts for the others: who said no may think again. */
  async #askOnce(kind: OperationKind, operation: string, group: CallGroup): Promise<GateAnswer> {
    const known = this.#answers.get(group);
    if (known) {
      return await known;
    }
    const asking = this.#gate(kind, operation, group.title);
    this.#answers.set(group, asking);
    try {
      const answer = await asking;
      if (answer !== "allowed") {
        this.#answers.delete(group);
      }
      return answer;
    } catch (error) {
      this.#answers.delete(group);
      throw error;
    }
  }
}
