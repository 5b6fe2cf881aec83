import { translate } from "../engine/spark/translate.ts";
import type { SparkScope, TranslatedStatement } from "../engine/spark/translated-statement.ts";

/** The statements of one job: a text is translated once for all tenants that see the same tables and inputs. */
export class Translations {
  readonly #known = new Map<string, { readonly scope: string; readonly statement: TranslatedStatement }>();

  /** As `translate`. */
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
