import type * as vscode from "vscode";
import type { Log } from "../../host/log.ts";
import type { HandlersOf, Packet } from "../../protocol/channel.ts";
import type { OutputRequests } from "../../protocol/notebook-output.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultSink, ResultWriter, RunControls } from "../../protocol/result-sink.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { RequestsFromResultsView, ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";
import type { RowReader } from "./saved-rows-model.ts";

/** Subset of the results feature that notebook outputs use. */
export interface OutputResults extends RowReader {
  connect(page: {
    post(packet: Packet): void;
    readonly onDidReceive: vscode.Event<unknown>;
    shows(result: ShownResult): boolean;
    readonly overrides: HandlersOf<OutputRequests> & Pick<HandlersOf<RequestsFromResultsView>, "rerun" | "focusEditor">;
  }): vscode.Disposable;
  pageSettings(): Promise<{ readonly displaySettings: ResultDisplaySettings; readonly strings: ResultsStrings }>;
  find(resultId: string): ShownResult | undefined;
  /** Reopens a result of this window or an earlier one. Undefined if its rows are no longer stored. */
  bringBack(resultId: string): Promise<ShownResult | undefined>;
  storedIds(): Promise<ReadonlySet<string>>;
  /** Opens a result in the results view. Returns false if its rows are no longer stored. */
  open(resultId: string): Promise<boolean>;
  /** Closes a result unless it is open in the results view. */
  release(resultId: string): Promise<void>;
}

export interface NotebookServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** Returns the labels of the active connection, tenant and project. */
  readonly currentTarget: () => { readonly connection: string; readonly tenant: string | undefined };
  readonly onDidChangeTarget: (listener: () => void) => { dispose(): void };
  readonly results: {
    begin(origin: ResultOriginLabels, controls: RunControls): Promise<ResultWriter & { readonly resultId: string }>;
    readonly embedded: OutputResults;
  };
  readonly queries: {
    runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<void>;
  };
  readonly tableSql: {
    /**
     * Runs the statements of a cell. Returns a text about the data that they wrote, or undefined if they only read
     * data.
     */
    runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<string | undefined>;
  };
}
