import * as vscode from "vscode";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobLogSubject } from "./job-log-subject.ts";

const jobLogScheme = "workforce-job-log";

/** Source of the text of job logs. The first read of a log opens it. */
interface JobLogSource {
  read(subject: JobLogSubject): Promise<string>;
  close(subject: JobLogSubject): Promise<void>;
}

/** Provider of read-only documents with job logs. While a document is open, its log is updated. */
export class JobLogDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #source: JobLogSource;
  readonly #scheme: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /** `scheme` is the URI scheme of the documents. Only tests use another one, because they run beside the extension. */
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

  /** Reloads the document of a job log that has changed. */
  notify(subject: JobLogSubject): void {
    this.#changed.fire(uriOf(subject, this.#scheme));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/**
 * Returns the id of a job reference. Copies a function of the API contract, which is not loaded before the first
 * service call.
 */
function idOf(reference: JobReference): string {
  return "jobUuid" in reference ? reference.jobUuid : "id" in reference ? reference.id : reference.jobId;
}

/**
 * Returns the URI of a job log, equal for equal jobs. Replaces characters that are not allowed in file names, so that
 * the title of the tab shows no folders.
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
