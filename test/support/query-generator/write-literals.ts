import type { Dice } from "./dice.ts";

/** A string literal in either kind of quotes (sql-like-language 2.3). */
export function writeText(text: string, dice: Dice): string {
  const quote = dice.pick(['"', "'"]);
  return `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
}

/** A number in one of its spellings; exact. */
export function writeNumber(value: number, dice: Dice): string {
  const spellings = [String(value), value.toFixed(Number.isInteger(value) ? 1 : 3), value.toExponential()];
  return dice.chance(0.7) ? String(value) : dice.pick(spellings.filter((text) => Number(text) === value));
}

/** `date("…")` in one of its spellings (sql-like-language 2.4). */
export function writeDate(instant: number, dice: Dice): string {
  const text = new Date(instant).toISOString().slice(0, 23);
  const spellings = [text];
  if (text.endsWith(".000")) {
    spellings.push(text.slice(0, 19));
  }
  if (text.endsWith("T00:00:00.000")) {
    const day = text.slice(0, 10);
    spellings.push(day, day, day, day);
  }
  return `${dice.chance(0.9) ? "date" : "DATE"}(${writeText(dice.pick(spellings), dice)})`;
}
