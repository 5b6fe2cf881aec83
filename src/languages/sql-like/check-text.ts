import type { ModelSource } from "../core/model-source.ts";
import type { Problem } from "../core/problem.ts";
import { type BindOptions, bindQuery } from "./bind-query.ts";
import { checkTime } from "./check-time.ts";
import { inTextOrder, type ParseOptions, parseScript } from "./parse-script.ts";

/** Everything there is to say about a text: its syntax and time rules, and its names when a model is given. */
export function checkText(
  text: string,
  model: ModelSource | undefined,
  options: BindOptions & ParseOptions = {},
): readonly Problem[] {
  const { script, problems } = parseScript(text, options);
  const all = [...problems];
  for (const statement of script.statements) {
    if (statement.kind === "query") {
      all.push(...(model ? bindQuery(statement, model, options) : checkTime(statement, options)).problems);
    }
  }
  // A forgotten comma explains what looked like a label without AS.
  const commas = new Set(all.filter(({ code }) => code === "SL203").map(({ start }) => start));
  return inTextOrder(all.filter(({ code, start }) => code !== "SL205" || !commas.has(start)));
}
