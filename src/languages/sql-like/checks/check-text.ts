import type { ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { BindOptions } from "../binding/bind-query.ts";
import { type ParseOptions, parseScript } from "../syntax/parse-script.ts";
import { checkPart } from "./check-document.ts";

/** Everything there is to say about a text on its own: its syntax and time rules, and its names when a model is given. */
export function checkText(
  text: string,
  model: ModelSource | undefined,
  options: BindOptions & ParseOptions = {},
): readonly Problem[] {
  const { script, problems } = parseScript(text, options);
  return checkPart({ text, statements: script.statements, comments: script.comments, problems }, model, options)
    .problems;
}
