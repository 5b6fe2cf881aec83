import type { DryRunPlan } from "./dry-run-plan.ts";

/** Why a dry run came to no end, in the numbers of the job that it stands for. */
export interface DryRunFailure {
  readonly message: string;
  /** Position of the action in the job, from 0; `undefined` where the service names none. */
  readonly step: number | undefined;
}

/** A dry run keeps its transaction open to read the counts, and then rolls it back: it is not open for the one who reads this. */
const keptOpen = / The transaction is still open\.$/;
const place = /^Action (\d+)\b([^:]*: )?(?:line (\d+)\b)?/;

/** Reads the message of a failed dry run: the service counts the actions and lines that it was given, people those of their file. */
export function readFailure(message: string, { origins }: Pick<DryRunPlan, "origins">): DryRunFailure {
  const own = message.replace(keptOpen, "");
  const [whole = "", action, label = "", line] = place.exec(own) ?? [];
  const origin = origins[Number(action) - 1];
  if (!origin) {
    return { message: own, step: undefined };
  }
  const { index, linesBefore } = origin;
  const named = line === undefined ? "" : `line ${Math.max(1, Number(line) - linesBefore)}`;
  return { message: `Action ${index + 1}${label}${named}${own.slice(whole.length)}`, step: index };
}
