/**
 * The rules that are easiest to get wrong, each with the one right reading and a wrong one. A proof runs with
 * `specifiedRules`; the others exist so that a test can show that the proof would see the difference.
 */
export interface Rules {
  /** Whether an event at the very end of an interval is in it (5.5). */
  readonly eventAtEnd: "out" | "in";
  /** Whether a state that ends at the very instant still counts (5.5). */
  readonly stateEndingAtInstant: "counts" | "gone";
  /** Where the intervals of `periods` are cut (5.4). */
  readonly boundaries: "of the calendar" | "as if the end were one";
  /** Whether `concept = FALSE` holds for Unknown (9). */
  readonly unknown: "is neither" | "is false";
  /** Whether a filter on a member takes what is under it (9). */
  readonly memberFilter: "with all under it" | "itself only";
  /** Whether a record without a member passes `NOT IN` (semantics.md, "Truth"). */
  readonly withoutMember: "is left over" | "never passes";
  /**
   * Whether a text that is no member, or the name of several, makes the query wrong. For a user who sees some members
   * only, it is in no record that the user sees.
   */
  readonly otherMember: "is wrong" | "is looked for";
  /** Whether a list's filter sees the latest state or any state in the range (semantics.md, "Lists"). */
  readonly listFilter: "latest state" | "any state";
  /** The instant at which a list follows references (semantics.md, "Lists"). */
  readonly listReferences: "at the row's instant" | "at the range's end";
}

export const specifiedRules: Rules = {
  eventAtEnd: "out",
  stateEndingAtInstant: "counts",
  boundaries: "of the calendar",
  unknown: "is neither",
  memberFilter: "with all under it",
  withoutMember: "is left over",
  otherMember: "is wrong",
  listFilter: "latest state",
  listReferences: "at the row's instant",
};

/** One wrong reading at a time. */
export const wrongRules: readonly Partial<Rules>[] = [
  { eventAtEnd: "in" },
  { stateEndingAtInstant: "gone" },
  { boundaries: "as if the end were one" },
  { unknown: "is false" },
  { memberFilter: "itself only" },
  { withoutMember: "never passes" },
  { listFilter: "any state" },
  { listReferences: "at the range's end" },
];
