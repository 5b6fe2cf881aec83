import type { Problem } from "../text/problem.ts";

/** Request to the language server for the problems of one of our JSON files, open or not. */
export const jsonProblemsRequest = "workforce/json/problems";

export interface JsonProblemsParams {
  /** The file name decides the kind of file. */
  readonly uri: string;
  readonly text: string;
}

/** Empty for files of an unknown kind. */
export type JsonProblems = readonly Pick<Problem, "code" | "severity" | "message" | "start" | "end">[];
