import type { Problem } from "../text/problem.ts";

/** Request to the language server: what is wrong with a JSON file of ours, whether an editor has it open or not. */
export const jsonProblemsRequest = "workforce/json/problems";

export interface JsonProblemsParams {
  /** Its name says the kind of the file. */
  readonly uri: string;
  readonly text: string;
}

/** Nothing for a file of no kind that is known. */
export type JsonProblems = readonly Pick<Problem, "code" | "severity" | "message" | "start" | "end">[];
