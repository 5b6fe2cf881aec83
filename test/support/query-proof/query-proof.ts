import type { QueryOptions } from "../evaluator/evaluate.ts";
import { evaluateQuery } from "../evaluator/evaluate.ts";
import { firstDifference, type Table } from "../evaluator/table.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import type { QueryDraft } from "../query-generator/query-draft.ts";
import { renderDraft } from "../query-generator/render-draft.ts";
import { shrinkDraft } from "../query-generator/shrink-draft.ts";
import type { TestService } from "../running-service.ts";
import { type Format, inFormat, readAnswer } from "./read-answer.ts";

/** Asks the service and the evaluator the same, and says where they differ. */
export class QueryProof {
  readonly #service: Pick<TestService, "call">;
  readonly #workforce: Workforce;
  readonly #headers: Readonly<Record<string, string>>;

  /** Asks about the tenant of that code, or the user's own. */
  constructor(service: Pick<TestService, "call">, workforce: Workforce, tenant?: string) {
    this.#service = service;
    this.#headers = tenant === undefined ? {} : { TargetTenantID: tenant };
    this.#workforce = workforce;
  }

  /** `undefined` when the service's table is the evaluator's. */
  async differenceOfText(text: string, options: QueryOptions, format: Format): Promise<string | undefined> {
    const { aggregateQueryOptions, listQueryOptions } = options;
    const body = { query: text, aggregateQueryOptions, listQueryOptions };
    return this.differenceOf("/v1/data/query/sql", body, evaluateQuery(this.#workforce, text, options), format);
  }

  /** The same for any of the requests that answer a table. */
  async differenceOf(path: string, body: unknown, wanted: Table, format: Format): Promise<string | undefined> {
    const { status, text } = await this.ask(path, body, format);
    if (status !== 200) {
      return `status ${status}: ${text.slice(0, 500)}`;
    }
    return firstDifference(inFormat(wanted, format), readAnswer(text, format, wanted.header !== undefined));
  }

  /** A flat form also accepts JSON, in which errors come. */
  async ask(path: string, body: unknown, format: Format): Promise<{ readonly status: number; readonly text: string }> {
    const accept = format === "application/json" ? format : `${format}, application/json`;
    return this.#service.call("POST", path, { json: body, headers: { ...this.#headers, accept } });
  }

  /** Says how to repeat the difference, for the smallest query that still has one. */
  async explain(draft: QueryDraft, format: Format): Promise<string> {
    const differenceOf = async (candidate: QueryDraft) => {
      try {
        evaluateQuery(this.#workforce, renderDraft(candidate), candidate);
      } catch {
        // Something it needs was left out: this smaller query is wrong itself.
        return undefined;
      }
      try {
        return await this.differenceOfText(renderDraft(candidate), candidate, format);
      } catch (error) {
        return `no answer: ${error instanceof Error ? error.message : "unknown failure"}`;
      }
    };
    const smallest = await shrinkDraft(draft, async (candidate) => (await differenceOf(candidate)) !== undefined);
    const { aggregateQueryOptions, listQueryOptions } = smallest;
    return [
      `asked as ${format}:`,
      renderDraft(draft),
      "and in its smallest form:",
      `${renderDraft(smallest)} ${JSON.stringify({ aggregateQueryOptions, listQueryOptions })}`,
      (await differenceOf(smallest)) ?? "no difference any more",
    ].join("\n");
  }
}
