import { readAnswers } from "../../service/spark/spark-answers.ts";
import { sparkStatements } from "./spark-statements.ts";
import { soundStatements } from "./statements.ts";

/** Returns all correct statements of the fixtures, without duplicates. */
export function fixtureStatements(): string[] {
  const recorded = [...readAnswers().values()].flat().map(({ statement }) => statement);
  return [...new Set([...recorded, ...sparkStatements, ...soundStatements])];
}
