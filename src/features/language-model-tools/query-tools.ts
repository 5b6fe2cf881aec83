import * as vscode from "vscode";
import { isRecord } from "../../base/guards.ts";
import type { Session } from "../../client/call/client.ts";
import { formatPlural } from "../../host/amounts.ts";
import { abortSignalOf, CancelledError } from "../../host/cancellation.ts";
import {
  type ModelEntry,
  type ModelEntryKind,
  type ModelSearch,
  type ModelSearchResult,
  modelEntryKinds,
} from "../../languages/core/model/model-requests.ts";
import type { QueryProblem } from "../../languages/core/requests/server-requests.ts";
import { escapeMarkdown, formatCodeBlock } from "../../languages/core/text/markdown.ts";
import { mayBeAggregateQuery } from "../../languages/core/text/statements.ts";
import type { CopyRequest } from "../../protocol/data-worker.ts";
import type { ResultSink, ResultWriter } from "../../protocol/result-sink.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { defaultRowView } from "../../protocol/row-view.ts";
import { toolRows } from "./tool-names.ts";

/** Connection, tenant and project on which the tools work. */
export interface ToolTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  session(): Promise<Session>;
}

export interface ToolServices<Target extends ToolTarget> {
  readonly currentTarget: () => Target;
  /** Reads one page of names of the session's analytics model. Pages are numbered from 0. */
  readonly readNames: (
    session: Session,
    search: ModelSearch,
    page: number,
    signal: AbortSignal,
  ) => Promise<ModelSearchResult>;
  /** Returns the problems of a query text, by the analytics model of the active tenant. */
  readonly queryProblems: (text: string) => Promise<readonly QueryProblem[]>;
  /** Runs a text that contains exactly one statement on a target and writes its result to the given sink. */
  readonly runText: (text: string, target: Target, results: ResultSink, signal: AbortSignal) => Promise<RunOutcome>;
  readonly results: ShownResults;
}

type RunOutcome =
  | { readonly kind: "done"; readonly isCut: boolean }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

/** Results that the results view shows. */
interface ShownResults {
  begin(...origin: Parameters<ResultSink["begin"]>): Promise<ResultWriter & { readonly resultId: string }>;
  readonly embedded: {
    find(resultId: string): ShownResult | undefined;
    copyText(
      params: CopyRequest & { readonly resultId: string },
      signal?: AbortSignal,
    ): Promise<{ readonly text: string }>;
  };
}

/** Answers of the tools, as text for a language model. Rejects with a message that tells it what to change. */
export class QueryTools<Target extends ToolTarget> {
  readonly #services: ToolServices<Target>;
  /** Targets that the questions about queries named, by query text. */
  readonly #askedTargets = new Map<string, ToolTarget>();

  constructor(services: ToolServices<Target>) {
    this.#services = services;
  }

  /** Lists names of the business model. Asks for the first page only, so that the answer stays short. */
  async searchModel(input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const { kind, text, object, dimension } = readSearch(input);
    const search: ModelSearch = {
      kind,
      prefix: text,
      ...(object !== "" && { object }),
      ...(dimension !== "" && { dimension }),
    };
    const stop = abortSignalOf(token);
    try {
      const session = await this.#services.currentTarget().session();
      const { entries, isComplete } = await this.#services.readNames(session, search, 0, stop.signal);
      const lines = entries.map(describeEntry);
      if (!isComplete) {
        lines.push("There are more. Search by a text that their names contain.");
      }
      return answer(lines.length > 0 ? lines.join("\n") : `No ${kind} matches.`);
    } finally {
      stop.dispose();
    }
  }

  async checkQuery(input: unknown): Promise<vscode.LanguageModelToolResult> {
    const problems = await this.#services.queryProblems(readText(input, "query"));
    return answer(problems.length > 0 ? problems.map(describeProblem).join("\n") : "The query has no problems.");
  }

  /** Returns the question that the user answers before a query runs for a language model. */
  async describeRun(input: unknown): Promise<vscode.PreparedToolInvocation> {
    const query = readText(input, "query");
    const target = this.#services.currentTarget();
    const { connection, tenant, project } = target;
    this.#askedTargets.set(query, target);
    const place = [connection, tenant, project].filter((name) => name !== undefined).join(" · ");
    const rows = readRowCount(input);
    const received = mayBeAggregateQuery(query)
      ? formatPlural(rows, [
          vscode.l10n.t("The language model receives the first row of the result."),
          vscode.l10n.t("The language model receives the first {0} rows of the result."),
        ])
      : formatPlural(rows, [
          vscode.l10n.t("The language model receives the first record of the list, as it is."),
          vscode.l10n.t("The language model receives the first {0} records of the list, as they are."),
        ]);
    const question = new vscode.MarkdownString();
    question.appendMarkdown(formatCodeBlock(query));
    question.appendMarkdown("\n\n");
    question.appendMarkdown(escapeMarkdown(received));
    return {
      invocationMessage: vscode.l10n.t("Running a query on {0}", place),
      confirmationMessages: { title: vscode.l10n.t("Run this query on {0}?", place), message: question },
    };
  }

  /**
   * Runs a query, shows its result as any other one and returns the first rows as CSV. Does not send a query that has
   * errors, or that would run on another target than the question about it named.
   */
  async runQuery(input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const query = readText(input, "query");
    const count = readRowCount(input);
    const target = this.#services.currentTarget();
    const asked = this.#askedTargets.get(query);
    this.#askedTargets.delete(query);
    if (asked !== undefined && isOther(target, asked)) {
      throw new Error("The query was not run: the active connection has changed since the user was asked. Ask again.");
    }
    const errors = (await this.#services.queryProblems(query)).filter(({ severity }) => severity === "error");
    if (errors.length > 0) {
      throw new Error(`The query was not run.\n${errors.map(describeProblem).join("\n")}`);
    }
    const stop = abortSignalOf(token);
    try {
      return answer(await this.#run(query, target, count, stop.signal));
    } finally {
      stop.dispose();
    }
  }

  async #run(query: string, target: Target, count: number, signal: AbortSignal): Promise<string> {
    const { runText, results } = this.#services;
    let resultId = "";
    const outcome = await runText(
      query,
      target,
      {
        begin: async (origin, controls) => {
          const writer = await results.begin(origin, controls);
          resultId = writer.resultId;
          return writer;
        },
      },
      signal,
    );
    if (outcome.kind === "cancelled") {
      throw new CancelledError();
    }
    if (outcome.kind === "failed") {
      throw new Error(outcome.message);
    }
    const shown = results.embedded.find(resultId);
    if (!shown) {
      throw new Error("The result was closed before its rows could be read.");
    }
    const { columns, rowCount } = shown.summary;
    const { dataVersion } = shown.origin;
    const { text } = await results.embedded.copyText(
      {
        resultId,
        first: 0,
        count: Math.min(count, rowCount),
        columns: columns.map((_, position) => position),
        view: defaultRowView,
        format: "csv",
        neutralisesFormulas: false,
      },
      signal,
    );
    const facts = [
      `${rowCount} rows${outcome.isCut ? ", and more that were not read" : ""}.`,
      ...(rowCount > count ? [`The first ${count} follow.`] : []),
      ...(dataVersion === undefined ? [] : [`Data version ${dataVersion}.`]),
    ];
    return `${facts.join(" ")}\n${text}`;
  }
}

/** Whether a target is not the one that a question named. A tenant that was not known then is that of the sign-in. */
function isOther(target: ToolTarget, asked: ToolTarget): boolean {
  const isOtherTenant = asked.tenant !== undefined && asked.tenant !== target.tenant;
  return target.connectionId !== asked.connectionId || target.project !== asked.project || isOtherTenant;
}

function answer(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Returns an entry's name as queries write it, with what its name alone does not say. */
function describeEntry(entry: ModelEntry): string {
  const { id, displayName, description, object, formula, levels, path, dataType } = entry;
  const details = [
    ...(displayName === id ? [] : [`"${displayName}"`]),
    ...(object === undefined ? [] : [`of ${object}`]),
    ...(dataType === undefined ? [] : [dataType]),
    ...(path === undefined || path === id ? [] : [`path ${path}`]),
    ...(levels === undefined || levels.length === 0 ? [] : [`levels ${levels.join(", ")}`]),
    ...(formula === undefined ? [] : [`formula ${formula}`]),
    ...(description === undefined ? [] : [description]),
  ];
  return details.length > 0 ? `${id}: ${details.join("; ")}` : id;
}

function describeProblem({ line, column, severity, message }: QueryProblem): string {
  return `line ${line}, column ${column}: ${severity}: ${message}`;
}

/** Reads the parameters of a search. Throws an error for a kind that the model does not have. */
function readSearch(input: unknown): Record<"text" | "object" | "dimension", string> & { kind: ModelEntryKind } {
  const fields = isRecord(input) ? input : {};
  const kind = modelEntryKinds.find((known) => known === fields["kind"]);
  if (kind === undefined) {
    throw new Error(`"kind" must be one of ${modelEntryKinds.join(", ")}.`);
  }
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  return { kind, text: textOf("text"), object: textOf("object"), dimension: textOf("dimension") };
}

function readText(input: unknown, name: string): string {
  const value = isRecord(input) ? input[name] : undefined;
  if (typeof value !== "string" || value.trim() === "") {
    throw new Error(`"${name}" must be a text.`);
  }
  return value;
}

function readRowCount(input: unknown): number {
  const value = isRecord(input) ? input["maximumRows"] : undefined;
  return typeof value === "number" && Number.isInteger(value) && value >= 1
    ? Math.min(value, toolRows.most)
    : toolRows.usual;
}
