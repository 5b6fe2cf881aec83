import * as vscode from "vscode";
import { abortError } from "../../base/abort.ts";
import { systemClock } from "../../base/clock.ts";
import { DisposableStack } from "../../base/disposable.ts";
import type { Session } from "../../client/call/client.ts";
import type { AnyArguments, StreamResponse } from "../../client/interface/method.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { adviseOtherConnection } from "../../host/availability.ts";
import { showFailure } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { saveBody } from "../../host/save-body.ts";
import { openPageChannel } from "../../host/webview-page.ts";
import { type Channel, ChannelError, type HandlersOf } from "../../protocol/channel.ts";
import { withoutSecretsAndFiles } from "../../protocol/form-secrets.ts";
import type { CallValues, OperationForm } from "../../protocol/operation-form.ts";
import {
  type CallOutcome,
  type CallProgress,
  type CallRequest,
  type CallTargetLabels,
  type EventsToOperationsView,
  operationsGuards,
  type RequestsFromOperationsView,
} from "../../protocol/operations-view.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import { mayAnswerAggregate, openListInResults, showRows } from "./answer-rows-model.ts";
import type { CallHistoryStore } from "./call-history.ts";
import { type CallTarget, callTargetLabels, callTargetText } from "./call-target.ts";
import { ChosenFiles } from "./chosen-files.ts";
import { curlOf } from "./curl-model.ts";
import { chooseAnswerFile, outcomeText } from "./operation-answer.ts";
import { callOperation, type FinishedCall } from "./operation-call.ts";
import type { OperationServices } from "./operation-services.ts";

const progressEveryMs = 100;

type NoMessages = Record<never, never>;

interface OperationPanelParts {
  readonly log: Log;
  readonly form: OperationForm;
  readonly row: OperationDefinition;
  readonly target: CallTarget;
  /** Initial values of the operation's form. */
  readonly values: CallValues;
  /** Message above the operation's form; may be empty. */
  readonly notice: string;
  readonly history: CallHistoryStore;
  readonly results: ResultSink;
  readonly watchJob: OperationServices["watchJob"];
  readonly openDocument: (operation: string) => Promise<void>;
}

/** Page that calls one API operation. Its connection and tenant never change. */
export class OperationPanel implements vscode.Disposable {
  readonly #parts: OperationPanelParts;
  readonly #channel: Channel<NoMessages, RequestsFromOperationsView, EventsToOperationsView, NoMessages>;
  readonly #files = new ChosenFiles();
  readonly #owned = new DisposableStack();
  readonly #running = new Set<AbortController>();
  #targetLabels: CallTargetLabels;
  #notifiedAtMs = 0;
  #answer: { readonly text: string; readonly contentType: string; readonly request: CallRequest } | undefined;

  constructor(webview: vscode.Webview, parts: OperationPanelParts) {
    this.#parts = parts;
    this.#targetLabels = callTargetLabels(parts.target);
    this.#channel = openPageChannel(webview, this.#owned, { handlers: this.#handlers(), guards: operationsGuards });
    this.#owned.add(
      parts.history.onDidChange((operation) => {
        if (operation === parts.form.operation) {
          this.#channel.notify("history", { calls: this.#pastCalls() });
        }
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
    for (const controller of this.#running) {
      controller.abort();
    }
  }

  #handlers(): HandlersOf<RequestsFromOperationsView> {
    const { form, row, target, values, notice, history, openDocument } = this.#parts;
    return {
      ready: async () => ({
        form,
        target: this.#targetLabels,
        values,
        notice,
        unavailable: this.#unavailable(),
        history: this.#pastCalls(),
      }),
      send: (request, signal) => this.#send(request, signal),
      chooseFile: async () => {
        const [uri] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t("Choose a File to Send") })) ?? [];
        if (uri && uri.scheme !== "file") {
          throw new Error(vscode.l10n.t("A file is read on this machine: choose one from its file system."));
        }
        return uri ? { file: await this.#files.add(uri.fsPath) } : {};
      },
      saveAnswer: async () => {
        const { text, contentType } = this.#answer ?? noAnswer();
        const file = await chooseAnswerFile(form.operation, contentType);
        if (file !== undefined) {
          await saveBody(file, singleChunk(text));
        }
        return { isWritten: file !== undefined };
      },
      copyAnswer: async () => {
        await vscode.env.clipboard.writeText((this.#answer ?? noAnswer()).text);
        return undefined;
      },
      openAnswer: async () => {
        const { text, request } = this.#answer ?? noAnswer();
        await this.#openAnswer(request, text);
        return undefined;
      },
      copyCurl: async (request) => {
        await vscode.env.clipboard.writeText(curlOf(form, row, request, target));
        return undefined;
      },
      openDocument: async () => {
        await openDocument(form.operation);
        return undefined;
      },
      pastValues: async ({ id }) => {
        const call = history.of(form.operation).find((past) => past.id === id);
        return { values: call?.values ?? {} };
      },
      clearHistory: async () => {
        await history.clear(form.operation);
        return undefined;
      },
    };
  }

  /** Sends the call of the page, which then shows its response. */
  async #send(request: CallRequest, signal: AbortSignal): Promise<CallOutcome> {
    this.#answer = undefined;
    const { outcome, text } = await this.#call(request, signal);
    this.#answer = text === undefined ? undefined : { text, contentType: request.accept, request };
    return outcome;
  }

  async #call(request: CallRequest, signal: AbortSignal): Promise<FinishedCall & { readonly isInResults: boolean }> {
    const { form } = this.#parts;
    const choice = form.answers.find(({ contentType }) => contentType === request.accept);
    if (!choice?.deliveries.includes(request.delivery)) {
      throw new ChannelError({ code: "malformed", message: vscode.l10n.t("The operation has no such answer.") });
    }
    const file = request.delivery === "file" ? await chooseAnswerFile(form.operation, request.accept) : undefined;
    if (request.delivery === "file" && file === undefined) {
      return { outcome: { kind: "cancelled" }, isInResults: false };
    }
    if (file !== undefined) {
      // The call starts now; until here the page waited for the user.
      this.#channel.notify("progress", { sentBytes: 0, receivedBytes: 0, bytesPerSecond: 0 });
    }
    let isInResults = false;
    const controller = new AbortController();
    const stop = () => controller.abort(abortError("The call was cancelled."));
    signal.addEventListener("abort", stop, { once: true });
    this.#running.add(controller);
    try {
      const finished = await callOperation(request, {
        form,
        clock: systemClock,
        files: this.#files,
        session: () => this.#guardedSession(),
        ...(file !== undefined && { file }),
        showRows: (answer, running) => {
          isInResults = true;
          return this.#showRows(request, answer, running, stop);
        },
        onValue: (args, answer) => void this.#watchStarted(args, answer),
        onProgress: (progress) => this.#notifyProgress(progress),
        signal: controller.signal,
      });
      const { outcome } = finished;
      if (outcome.kind !== "failed" || outcome.field === undefined) {
        await this.#storeCall(request, outcome);
      }
      return { ...finished, isInResults };
    } finally {
      signal.removeEventListener("abort", stop);
      this.#running.delete(controller);
      // The call may have shown that the service does not offer the operation.
      this.#channel.notify("availability", { unavailable: this.#unavailable() });
    }
  }

  /** Returns the known reason why the operation cannot be called on this connection. Empty if there is none. */
  #unavailable(): string {
    const { form, target } = this.#parts;
    return target.availability.known().has(form.operation) ? notOfferedText(target, form.operation) : "";
  }

  /** Opens the list in a response as a table of results. */
  #openAnswer(request: CallRequest, text: string): Promise<void> {
    const rerun = () => void this.#repeatCall(request);
    return openListInResults(this.#parts.results, this.#originOf(request), text, rerun);
  }

  /**
   * Repeats a call whose response is in the results, and opens the new response there. Shows a failure, unless the
   * results show it.
   */
  async #repeatCall(request: CallRequest): Promise<void> {
    try {
      const { outcome, text, isInResults } = await this.#call(request, new AbortController().signal);
      if (outcome.kind === "failed" && !isInResults) {
        throw new Error(outcome.message);
      }
      if (text !== undefined) {
        await this.#openAnswer(request, text);
      }
    } catch (error) {
      await showFailure(this.#parts.log, error);
    }
  }

  /** Starts polling the job that a call started. Does nothing if the call started none. */
  async #watchStarted(args: AnyArguments, answer: unknown): Promise<void> {
    const { form, row, target, watchJob } = this.#parts;
    const { startedJobOf: startedJob } = await import("../../client/service-client.ts");
    const job = startedJob(form.operation, args, answer, target.tenant);
    if (job) {
      await watchJob(target.connectionId, job, row.title);
    }
  }

  /**
   * Returns the session for a call. Throws an error if the service does not support the operation, or if the response
   * would show small groups that the connection hides.
   */
  async #guardedSession(): Promise<Session> {
    const { row, target } = this.#parts;
    const unavailable = this.#unavailable();
    if (unavailable !== "") {
      throw new Error(unavailable);
    }
    const guarded = row.answersAggregates ? await target.smallGroups() : undefined;
    if (guarded?.guard.mode === "hide") {
      throw new Error(
        vscode.l10n.t(
          "{0} hides values of fewer than {1} people, and the answer of this operation would show them. Run the query in a .sqllike file, or edit the connection.",
          target.connection,
          guarded.guard.threshold,
        ),
      );
    }
    return await this.#session();
  }

  /** Returns the session of the page's connection. Signs in if that is needed to determine the tenant. */
  async #session(): Promise<Session> {
    const { target } = this.#parts;
    const session = await target.session();
    const tenant = this.#targetLabels.tenant ?? (await target.loginTenant());
    if (tenant !== undefined && tenant !== this.#targetLabels.tenant) {
      this.#targetLabels = { ...this.#targetLabels, tenant };
      this.#channel.notify("target", this.#targetLabels);
    }
    return session;
  }

  /** Sends the progress of a call to the page, at most every 100 milliseconds. */
  #notifyProgress(progress: CallProgress): void {
    const now = systemClock.now();
    // The last piece is always reported, since waiting for the answer follows.
    const isSent = progress.sentBytes === progress.totalSentBytes && progress.receivedBytes === 0;
    if (isSent || now - this.#notifiedAtMs >= progressEveryMs) {
      this.#notifiedAtMs = now;
      this.#channel.notify("progress", progress);
    }
  }

  #showRows(request: CallRequest, answer: StreamResponse, signal: AbortSignal, cancel: () => void): Promise<void> {
    const rerun = () => void this.#repeatCall(request);
    return showRows(this.#parts.results, this.#originOf(request), answer, signal, { cancel, rerun });
  }

  #originOf(request: CallRequest) {
    const { form, row } = this.#parts;
    const query = `${form.method} ${form.path}`;
    return { title: form.title, query, target: this.#targetLabels, isAggregate: mayAnswerAggregate(row, request) };
  }

  /** Adds a call to the history. A call that was rejected before it was sent is not stored. */
  async #storeCall({ values }: CallRequest, outcome: CallOutcome): Promise<void> {
    const { form, history } = this.#parts;
    const atMs = systemClock.now();
    await history.add({
      id: `${atMs}-${history.of(form.operation).length}`,
      atMs,
      operation: form.operation,
      target: callTargetText(this.#targetLabels),
      outcome: outcomeText(outcome),
      values: withoutSecretsAndFiles(form, values),
    });
  }

  #pastCalls() {
    const { form, history } = this.#parts;
    return history.of(form.operation).map(({ id, atMs, target, outcome }) => ({ id, atMs, target, outcome }));
  }
}

function notOfferedText(target: CallTarget, operation: string): string {
  return vscode.l10n.t(
    "This operation is not available on {0} yet: its service would answer with status 501. {1}",
    target.connection,
    adviseOtherConnection(target, [operation]),
  );
}

function noAnswer(): never {
  throw new Error(vscode.l10n.t("There is no answer to save or copy. Send the call first."));
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
