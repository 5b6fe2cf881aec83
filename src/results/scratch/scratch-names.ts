import type { NamedResult } from "../../protocol/result-work.ts";
import { ResultError } from "../facts/result-error.ts";

/** The open result that a text means: by its id, else by its title; of several with one title the latest. Throws `badQuery`. */
export function findNamed(name: string, open: readonly NamedResult[]): NamedResult {
  const folded = name.toLowerCase();
  const found =
    open.find(({ resultId }) => resultId === name) ??
    open.findLast(({ title }) => title === name) ??
    open.findLast(({ title }) => title.toLowerCase() === folded);
  if (found) {
    return found;
  }
  const titles = [...new Set(open.map(({ title }) => `'${title}'`))];
  const known = titles.length === 0 ? "No result is open: run a query first." : `Open are: ${titles.join(", ")}.`;
  throw new ResultError(`Scratch query: no open result is called '${name}'. ${known}`, { code: "badQuery" });
}
