import type { Span } from "../../../languages/core/text/span.ts";
import type { Case, Expression } from "../../../languages/table-sql/syntax.ts";
import { castTo, commonOf } from "./common-value.ts";
import { comparisonSql } from "./comparison.ts";
import { conditionSql } from "./operator-value.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { Value } from "./value.ts";

export function caseValue(tree: Case, inner: (tree: Expression) => Value): Value {
  const operand = tree.operand && inner(tree.operand);
  const branches = tree.branches.map((branch) => {
    const when = inner(branch.when);
    const condition = operand
      ? (comparisonSql("=", operand, when) ?? refuse(branch.when, "CASE compares values of different types."))
      : conditionSql(when, branch.when);
    return { condition, name: operand ? `(${operand.name} = ${when.name})` : when.name, result: inner(branch.result) };
  });
  const otherwise = tree.otherwise && inner(tree.otherwise);
  const type = commonOf([...branches.map((branch) => branch.result), ...(otherwise ? [otherwise] : [])], tree);
  const whens = branches.map((branch) => `WHEN ${branch.condition} THEN ${castTo(branch.result, type)}`).join(" ");
  const names = branches.map((branch) => `WHEN ${branch.name} THEN ${branch.result.name}`).join(" ");
  return {
    sql: `CASE ${whens}${otherwise ? ` ELSE ${castTo(otherwise, type)}` : ""} END`,
    type,
    name: `CASE ${names}${otherwise ? ` ELSE ${otherwise.name}` : ""} END`,
  };
}

function refuse(place: Span, problem: string): never {
  throw new SparkSqlError(problem, place.start, place.end);
}
