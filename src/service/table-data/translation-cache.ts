import { translateSparkSql } from "../engine/spark/translate.ts";
import type { SparkScope, TranslatedStatement } from "../engine/spark/types/translated-statement.ts";

/**
 * Caches the translated statements of one job. A text is translated once for all tenants with the same tables and
 * inputs.
 */
export class TranslationCache {
  readonly #cached = new Map<string, { readonly scope: string; readonly statement: TranslatedStatement }>();

  /** Translates a Spark SQL text, or returns the cached translation. */
  translate(text: string, scope: SparkScope): TranslatedStatement {
    const scopeKey = JSON.stringify(scope);
    const cached = this.#cached.get(text);
    if (cached?.scope === scopeKey) {
      return cached.statement;
    }
    const statement = translateSparkSql(text, scope);
    this.#cached.set(text, { scope: scopeKey, statement });
    return statement;
  }
}
