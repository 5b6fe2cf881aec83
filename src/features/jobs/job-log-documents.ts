import * as vscode from "vscode";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobLogSubject } from "./job-log-subject.ts";

const jobLogScheme = "workforce-job-log";

/** Provides the text of job logs; the first read opens a log. */
interface JobLogSource {
  read(subject: JobLogSubject): Promise<string>;
  close(subject: JobLogSubject): Promise<void>;
}

/** Read-only documents with job logs, which follow their jobs while they are open. */
export class JobLogDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #source: JobLogSource;
  readonly #scheme: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /** `scheme` differs only in tests that run beside the extension, which registers its own. */
  constructor(source: JobLogSource, scheme = jobLogScheme) {
    this.#source = source;
    this.#scheme = scheme;
    this.#registration = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      // A change between reading the text and opening the document was reported for a document that did not exist yet.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === scheme) {
          this.#changed.fire(uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const subject = uri.scheme === scheme ? subjectOf(uri) : undefined;
        if (subject) {
          void source.close(subject);
        }
      }),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const subject = subjectOf(uri);
    return subject ? await this.#source.read(subject) : vscode.l10n.t("Open this log again from the Jobs view.");
  }

  async open(subject: JobLogSubject): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uriOf(subject, this.#scheme));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** Reloads the document of a log after it has changed. */
  notify(subject: JobLogSubject): void {
    this.#changed.fire(uriOf(subject, this.#scheme));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** Copy of the contract's function, which is not loaded before the first call to the service. */
function idOf(reference: JobReference): string {
  return "jobUuid" in reference ? reference.jobUuid : "id" in reference ? reference.id : reference.jobId;
}

/**
 * URI of a log, equal for equal subjects. Characters that are not allowed in file names are replaced, so that the tab's
 * title shows no folders.
 */
function uriOf(subject: JobLogSubject, scheme: string): vscode.Uri {
  const { connectionId, reference, label, child } = subject;
  const id = child ?? idOf(reference);
  const name = (label === id ? label : `${label} ${id.slice(0, 8)}`).replace(/[\\/:*?"<>|]/g, " ").trim();
  const query = JSON.stringify({ connectionId, reference, label, ...(child !== undefined && { child }) });
  return vscode.Uri.from({ scheme, path: `/${name}.log`, query });
}

function subjectOf({ query }: vscode.Uri): JobLogSubject | undefined {
  try {
    const subject: unknown = JSON.parse(query);
    return isSubject(subject) ? subject : undefined;
  } catch {
    return undefined;
  }
}

function isSubject(value: unknown): value is JobLogSubject {
  return (
    typeof value === "object" &&
    value !== null &&
    "connectionId" in value &&
    "label" in value &&
    "reference" in value &&
    typeof value.reference === "object" &&
    value.reference !== null &&
    "kind" in value.reference
  );
}
