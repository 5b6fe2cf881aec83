import type { OperationDefinition, OperationKind } from "../../contract/operation.ts";
import type { RoleGate, RoleGateDecision } from "../interface/connection.ts";
import { DeniedError } from "../interface/errors.ts";
import type { CallGroup, CallOptions } from "../interface/method.ts";

/** Kinds that a group can cover. Calls that change definitions, publish or delete need a decision each. */
const groupedKinds: ReadonlySet<OperationKind> = new Set(["load"]);

/** Asks the role gate of the connection for a decision before each call, but only once for a group of calls. */
export class RoleGateKeeper {
  readonly #gate: RoleGate;
  readonly #answers = new WeakMap<CallGroup, Promise<RoleGateDecision>>();

  constructor(gate: RoleGate) {
    this.#gate = gate;
  }

  /** Throws DeniedError unless the role gate allows the call. Throws the signal's reason when the signal is aborted. */
  async ask(
    operation: string,
    { kind }: Pick<OperationDefinition, "kind">,
    { signal, group }: Pick<CallOptions, "signal" | "group">,
  ): Promise<void> {
    let answer: RoleGateDecision;
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
  async #decideOnce(kind: OperationKind, operation: string, group: CallGroup): Promise<RoleGateDecision> {
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
