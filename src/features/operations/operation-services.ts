import type { ExtensionContext } from "vscode";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import type { CallTarget } from "./call-target.ts";

export interface OperationServices {
  readonly log: Log;
  readonly context: ExtensionContext;
  /** The active target. */
  readonly currentTarget: () => CallTarget;
  readonly results: ResultSink;
  /** Watches a job that a call started. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}

/** View type of the panel, which VS Code restores after a reload; package.json contains it too. */
export const panelType = "workforce.operationPanel";
