import type * as vscode from "vscode";
import type { Log } from "../../host/log.ts";
import type { HandlersOf, Packet } from "../../protocol/channel.ts";
import type { OutputRequests } from "../../protocol/notebook-output.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";
import type { ResultSink, ResultWriter, RunControls } from "../../protocol/result-sink.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { RequestsFromResultsView, ResultOriginLabels, ShownResult } from "../../protocol/results-view.ts";
import type { RowReader } from "./saved-rows-model.ts";

/** The results as notebook outputs use them. */
export interface OutputResults extends RowReader {
  connect(page: {
    post(packet: Packet): void;
    readonly onDidReceive: vscode.Event<unknown>;
    shows(result: ShownResult): boolean;
    readonly overrides: HandlersOf<OutputRequests> & Pick<HandlersOf<RequestsFromResultsView>, "rerun">;
  }): vscode.Disposable;
  pageSettings(): Promise<{ readonly displaySettings: ResultDisplaySettings; readonly strings: ResultsStrings }>;
  find(resultId: string): ShownResult | undefined;
  /** Reopens a result of this or an earlier window; undefined if its rows are gone. */
  bringBack(resultId: string): Promise<ShownResult | undefined>;
  storedIds(): Promise<ReadonlySet<string>>;
  /** Opens a result in the results view; false if its rows are gone. */
  open(resultId: string): Promise<boolean>;
  /** Closes a result unless it is open in the results view. */
  release(resultId: string): Promise<void>;
}

export interface NotebookServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  /** The active target. */
  readonly currentTarget: () => { readonly connection: string; readonly tenant: string | undefined };
  readonly onDidChangeTarget: (listener: () => void) => { dispose(): void };
  readonly results: {
    begin(origin: ResultOriginLabels, controls: RunControls): Promise<ResultWriter & { readonly resultId: string }>;
    readonly elsewhere: OutputResults;
  };
  readonly queries: {
    runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<void>;
  };
  readonly tableSql: {
    /** Runs the statements. Returns a text about what they wrote, or undefined if they only read. */
    runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<string | undefined>;
  };
}
