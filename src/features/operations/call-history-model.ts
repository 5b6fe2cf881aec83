import type { CallValues } from "../../protocol/operation-form.ts";
import { isCallValues, isPastCall, type PastCall } from "../../protocol/operations-view.ts";

/** A stored call; its values contain no secrets and no files. */
export interface StoredCall extends PastCall {
  readonly operation: string;
  readonly values: CallValues;
}

/** Maximum number of stored calls of one operation, and of all together. */
const callsOfOperation = 20;
const callsOfAll = 300;
/**
 * Maximum length of a call's values as JSON; larger values are not stored, since the workspace state is read as one
 * piece.
 */
const maximumValueLength = 64 * 1024;

/** Adds a call to the history, newest first. */
export function addCall(history: readonly StoredCall[], call: StoredCall): StoredCall[] {
  const isLarge = JSON.stringify(call.values).length > maximumValueLength;
  const ofOperation = history.filter(({ operation }) => operation === call.operation).slice(0, callsOfOperation - 1);
  const remaining = history.filter((past) => past.operation !== call.operation || ofOperation.includes(past));
  return [isLarge ? { ...call, values: {} } : call, ...remaining].slice(0, callsOfAll);
}

export function callsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation === operation);
}

export function removeCallsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation !== operation);
}

/** Reads a stored history; skips damaged entries and those of older versions. */
export function readHistory(stored: unknown): StoredCall[] {
  return Array.isArray(stored) ? stored.filter(isStoredCall) : [];
}

function isStoredCall(value: unknown): value is StoredCall {
  if (!isPastCall(value)) {
    return false;
  }
  const { operation, values } = value as Partial<StoredCall>;
  return typeof operation === "string" && isCallValues(values);
}
