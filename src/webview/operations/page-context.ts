import { formatBytes } from "../../base/amounts.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import type { OperationsHost } from "./operations-host.ts";

/** Services that all parts of the page share. */
export interface PageContext {
  readonly host: OperationsHost;
  readonly strings: OperationsStrings;
  readonly amounts: Amounts;
  /** Announces a text to screen readers in the page's live region. */
  announce(text: string): void;
  /** Shows an error that does not come from a call. */
  report(failure: unknown): void;
}

/** Formats amounts for a language. */
interface Amounts {
  bytes(bytes: number): string;
  duration(milliseconds: number): string;
  number(value: number): string;
  instant(epochMs: number): string;
}

export function createAmountFormats(language: string): Amounts {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const instants = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  return {
    bytes: (bytes) => formatBytes(bytes, language),
    duration: (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${numbers.format(ms / 1000)} s`),
    number: (value) => numbers.format(value),
    instant: (epochMs) => instants.format(epochMs),
  };
}
