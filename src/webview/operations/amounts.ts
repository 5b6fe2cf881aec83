import { bytesText } from "../../base/amounts.ts";

/** Formats amounts for a language. */
export interface Amounts {
  bytes(bytes: number): string;
  duration(milliseconds: number): string;
  number(value: number): string;
  instant(epochMs: number): string;
}

export function createAmounts(language: string): Amounts {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const instants = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  return {
    bytes: (bytes) => bytesText(bytes, language),
    duration: (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${numbers.format(ms / 1000)} s`),
    number: (value) => numbers.format(value),
    instant: (epochMs) => instants.format(epochMs),
  };
}
