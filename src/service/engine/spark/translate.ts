import { type OtherStatement, parseSingleStatement, type Statement } from "../../../languages/table-sql/syntax.ts";
import { StatementBudget } from "./functions/statement-budget.ts";
import { type QueryContext, StatementTranslation } from "./relations/query-context.ts";
import { translateQuery } from "./relations/translate-query.ts";
import { formatSparkType } from "./types/data-type.ts";
import { SparkSqlError } from "./types/spark-sql-error.ts";
import type { SparkScope, TranslatedStatement } from "./types/translated-statement.ts";
import { translateDelete, translateInsert, translateMerge, translateUpdate } from "./writes/translate-write.ts";

/**
 * Translates a statement of Spark SQL 3.5 to DuckDB SQL, with ANSI mode off and session time zone UTC. Throws only
 * `SparkSqlError`: if the statement is not valid Spark SQL, does not match the accessible tables or has no equivalent
 * in DuckDB (sql-like-language 13.1 and 13.6).
 */
export function translateSparkSql(text: string, scope: SparkScope): TranslatedStatement {
  try {
    return translateStatement(text, scope);
  } catch (error) {
    throw error instanceof RangeError ? depthError(text, error) : error;
  }
}

function depthError(text: string, cause: RangeError): SparkSqlError {
  return new SparkSqlError("The statement is nested too deeply; split it with WITH.", 0, text.length, { cause });
}

function translateStatement(text: string, scope: SparkScope): TranslatedStatement {
  const { tree, problem } = parseSingleStatement(text);
  if (problem) {
    throw new SparkSqlError(problem.message, problem.start, problem.end);
  }
  const budget = new StatementBudget();
  const translated = translateTree(tree, scope, budget);
  return budget.isShared ? translateTree(tree, scope, new StatementBudget(budget)) : translated;
}

function translateTree(statement: Statement, scope: SparkScope, budget: StatementBudget): TranslatedStatement {
  const translation = new StatementTranslation(scope, budget);
  const context: QueryContext = { translation, outer: undefined, namedQueries: new Map(), translate: translateQuery };
  switch (statement.kind) {
    case "query": {
      const { sql, columns } = translateQuery(statement.query, context);
      const resultColumns = columns.map(({ name, type }) => ({ name, type: formatSparkType(type) }));
      return { kind: "query", sql, columns: resultColumns, reads: translation.reads };
    }
    case "insert":
      return translateInsert(statement, context);
    case "inserts": {
      const [insert, second] = statement.inserts;
      if (!insert || second) {
        const problem =
          "FROM with several INSERTs is not available in a SQL job; write a separate action for each INSERT.";
        throw new SparkSqlError(problem, statement.start, statement.end);
      }
      return translateInsert(insert, context);
    }
    case "other":
      return refuseStatement(statement);
    case "delete":
      return translateDelete(statement, context);
    case "update":
      return translateUpdate(statement, context);
    default:
      return translateMerge(statement, context);
  }
}

function refuseStatement({ words, start, end }: OtherStatement): never {
  const statementName = words.join(" ");
  const message = /^(CREATE|DROP|ALTER|TRUNCATE|REPLACE)$/.test(statementName.split(" ")[0] ?? "")
    ? `${statementName} is not available in a SQL job; create, change and delete table sources instead.`
    : statementName === "INSERT OVERWRITE DIRECTORY"
      ? `${statementName} is not available in a SQL job; use an output of the job to write a file.`
      : `${statementName} is not available in a SQL job; use SELECT, INSERT, UPDATE, DELETE or MERGE.`;
  throw new SparkSqlError(message, start, end);
}
