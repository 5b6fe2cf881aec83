import type { OperationDefinition, OperationKind } from "../../contract/operation.ts";
import type { GateAnswer, RoleGate } from "../interface/connection.ts";
import { DeniedError } from "../interface/errors.ts";
import type { CallGroup, CallOptions } from "../interface/method.ts";

/** Kinds that a group can cover. Calls that change definitions, publish or delete need a decision each. */
const groupedKinds: ReadonlySet<OperationKind> = new Set(["load"]);

/** Requests a decision of the role gate before each call, and once for the calls of a group. */
export class Gatekeeper {
  readonly #gate: RoleGate;
  readonly #answers = new WeakMap<CallGroup, Promise<GateAnswer>>();

  constructor(gate: RoleGate) {
    this.#gate = gate;
  }

  /** Throws DeniedError unless the call is allowed. Throws the signal's reason when it is aborted. */
  async ask(
    operation: string,
    { kind }: Pick<OperationDefinition, "kind">,
    { signal, group }: Pick<CallOptions, "signal" | "group">,
  ): Promise<void> {
    let answer: GateAnswer;
    try {
      const isGrouped = group !== undefined && groupedKinds.has(kind) && group.covers(operation);
      answer = await (isGrouped ? this.#decideOnce(kind, operation, group) : this.#gate(kind, operation));
    } catch (error) {
      signal?.throwIfAborted();
      throw new DeniedError(operation, { cause: error });
    }
    signal?.throwIfAborted();
    if (answer !== "allowed") {
      throw new DeniedError(operation);
    }
  }

  /** Reuses only a positive decision for other calls of the group, so that users can reconsider a refusal. */
  async #decideOnce(kind: OperationKind, operation: string, group: CallGroup): Promise<GateAnswer> {
    const known = this.#answers.get(group);
    if (known) {
      return await known;
    }
    const decision = this.#gate(kind, operation, group.title, group.effect);
    this.#answers.set(group, decision);
    try {
      const answer = await decision;
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
