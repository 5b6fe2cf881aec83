import { readFileSync } from "node:fs";
import { diagnosticSamples } from "./diagnostic-samples.ts";

export interface LanguageSample {
  readonly name: string;
  readonly text: string;
  /** Code and underlined text of each problem, in the order of the text. */
  readonly problems: readonly string[];
}

const readExamples = (name: string): readonly { id: string; text: string; problems: readonly string[] }[] =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8"));

/** What an editor does not ask for, and what the sample model does not have: an overlay. */
const isForAnEditor = (code: string, text: string) =>
  !["SL207", "SL510"].includes(code) && text !== "«»" && !text.includes("Plan");

/** The examples of the language document and of its diagnostics that an editor on the sample model is to judge as the document does. */
export const languageSamples: readonly LanguageSample[] = [
  ...[...readExamples("examples"), ...readExamples("wrong-queries")].map(({ id, text, problems }) => ({
    name: id,
    text,
    problems,
  })),
  ...diagnosticSamples
    .filter(([code, text]) => isForAnEditor(code, text))
    .map(([code, marked], index) => ({
      name: `${index}-${code}`,
      text: marked.replace(/[«»]/g, ""),
      problems: [`${code} ${/«(.*)»/s.exec(marked)?.[1]}`],
    })),
];
