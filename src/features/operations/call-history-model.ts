import type { CallValues } from "../../protocol/operation-form.ts";
import { isCallValues, isPastCall, type PastCall } from "../../protocol/operations-view.ts";

/** A call as it is kept: its values are without secrets and files. */
export interface StoredCall extends PastCall {
  readonly operation: string;
  readonly values: CallValues;
}

/** Calls that are kept of one operation, and of all together. */
const callsOfOperation = 20;
const callsOfAll = 300;
/** A call with larger values is kept without them: the state of a workspace is read as a whole. */
const maximumValueLength = 64 * 1024;

/** The history with one more call, the newest first. */
export function withCall(history: readonly StoredCall[], call: StoredCall): StoredCall[] {
  const isLarge = JSON.stringify(call.values).length > maximumValueLength;
  const ofOperation = history.filter(({ operation }) => operation === call.operation).slice(0, callsOfOperation - 1);
  const kept = history.filter((past) => past.operation !== call.operation || ofOperation.includes(past));
  return [isLarge ? { ...call, values: {} } : call, ...kept].slice(0, callsOfAll);
}

export function callsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation === operation);
}

export function withoutCallsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation !== operation);
}

/** Reads a stored history; what is no call (an older or damaged entry) is left out. */
export function readHistory(stored: unknown): StoredCall[] {
  return Array.isArray(stored) ? stored.filter(isKeptCall) : [];
}

function isKeptCall(value: unknown): value is StoredCall {
  if (!isPastCall(value)) {
    return false;
  }
  const { operation, values } = value as Partial<StoredCall>;
  return typeof operation === "string" && isCallValues(values);
}
