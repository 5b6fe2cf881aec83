import { translate } from "../engine/spark/translate.ts";
import type { SparkScope, TranslatedStatement } from "../engine/spark/translated-statement.ts";

/**
 * Caches the translated statements of one job, so that a text is translated once for all tenants with the same tables
 * and inputs.
 */
export class Translations {
  readonly #known = new Map<string, { readonly scope: string; readonly statement: TranslatedStatement }>();

  /** Like `translate`, but cached. */
  of(text: string, scope: SparkScope): TranslatedStatement {
    const seen = JSON.stringify(scope);
    const known = this.#known.get(text);
    if (known?.scope === seen) {
      return known.statement;
    }
    const statement = translate(text, scope);
    this.#known.set(text, { scope: seen, statement });
    return statement;
  }
}
