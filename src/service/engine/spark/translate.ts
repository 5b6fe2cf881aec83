import { typeText } from "./data-type.ts";
import { parseStatement } from "./parse-statement.ts";
import type { QueryContext } from "./query-context.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import { translateQuery } from "./translate-query.ts";
import { translateDelete, translateInsert, translateMerge, translateUpdate } from "./translate-write.ts";
import type { SparkScope, TranslatedStatement } from "./translated-statement.ts";
import { Translation } from "./translation.ts";

/**
 * One statement of Spark SQL 3.5 (ANSI mode off, session zone UTC) as SQL of DuckDB. Throws a `SparkSqlError` for what is no
 * Spark SQL, does not fit the scope or has no same meaning in DuckDB, and nothing else (sql-like-language 13.1 and 13.6).
 */
export function translate(text: string, scope: SparkScope): TranslatedStatement {
  try {
    return translateStatement(text, scope);
  } catch (error) {
    throw error instanceof RangeError ? depthError(text, error) : error;
  }
}

function depthError(text: string, cause: RangeError): SparkSqlError {
  return new SparkSqlError("The statement nests too deep; split it with WITH.", 0, text.length, { cause });
}

function translateStatement(text: string, scope: SparkScope): TranslatedStatement {
  const statement = parseStatement(text);
  const translation = new Translation(scope);
  const context: QueryContext = { translation, outer: undefined, named: new Map(), translate: translateQuery };
  switch (statement.kind) {
    case "query": {
      const { sql, columns } = translateQuery(statement.query, context);
      const shown = columns.map(({ name, type }) => ({ name, type: typeText(type) }));
      return { kind: "query", sql, columns: shown, reads: translation.reads };
    }
    case "insert":
      return translateInsert(statement, context);
    case "delete":
      return translateDelete(statement, context);
    case "update":
      return translateUpdate(statement, context);
    default:
      return translateMerge(statement, context);
  }
}
