/**
 * State transition from a table in service-api, "States and transitions". `from` and `to` are states as the
 * specification names them.
 */
interface Transition {
  /** Previous state; undefined for the transition that creates the object. */
  readonly from: string | undefined;
  readonly trigger: string;
  readonly condition?: string;
  readonly to: string;
}

/**
 * State machines of the service's stateful objects, which operations change or read. The specification names no other
 * status values.
 */
export const stateMachines = {
  intakeTransaction: {
    title: "Direct data intake transaction",
    transitions: [
      { from: undefined, trigger: "start", condition: "draftId is prod", to: "open" },
      { from: "open", trigger: "upload", to: "open" },
      { from: "open", trigger: "commit", to: "committed" },
      { from: "open", trigger: "rollBack", to: "rolled back" },
    ],
  },
  transferSession: {
    title: "Transfer session (data intake into sources)",
    transitions: [
      { from: undefined, trigger: "start", to: "active" },
      { from: "active", trigger: "send", condition: "one source per batch, with a sequence number", to: "active" },
      { from: "active", trigger: "complete", to: "completed" },
      { from: "active", trigger: "cancel", to: "cancelled" },
    ],
  },
  sqlTransaction: {
    title: "Table-source SQL transaction",
    transitions: [
      { from: undefined, trigger: "start", to: "open" },
      { from: "open", trigger: "expire", condition: "not extended", to: "rolledBack" },
      { from: "open", trigger: "extend", to: "open" },
      { from: "open", trigger: "fail", condition: "keepTransactionOpenOnError is false", to: "rolledBack" },
      { from: "open", trigger: "fail", condition: "keepTransactionOpenOnError is true", to: "open" },
      { from: "open", trigger: "commit", to: "committed" },
      { from: "open", trigger: "rollBack", to: "rolledBack" },
    ],
  },
  credentialValidation: {
    title: "Credential validation",
    transitions: [{ from: "running", trigger: "complete", to: "completed" }],
  },
  jobs: {
    title: "Jobs",
    // State names are those of a SQL job's summary, except "cancelled", which the specification does not name.
    transitions: [
      { from: "pending", trigger: "start", to: "running" },
      { from: "running", trigger: "succeed", to: "succeeded" },
      { from: "running", trigger: "fail", to: "failed" },
      { from: "pending", trigger: "cancel", to: "cancelled" },
      { from: "running", trigger: "cancel", condition: "not a receiving job", to: "cancelled" },
    ],
  },
  projects: {
    title: "Projects",
    // The specification names no other transitions between the stages.
    transitions: [{ from: "Open", trigger: "delete", condition: "when applicable", to: "Archived" }],
  },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly transitions: readonly Transition[] }>>;

export type StateMachineName = keyof typeof stateMachines;
