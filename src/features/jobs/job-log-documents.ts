import * as vscode from "vscode";
import type { JobReference } from "../../contract/job-reference.ts";
import type { JobLogSubject } from "./job-log-subject.ts";

const jobLogScheme = "workforce-job-log";

/** What gives the text of a log, which is open from the first time on. */
interface JobLogSource {
  read(subject: JobLogSubject): Promise<string>;
  close(subject: JobLogSubject): Promise<void>;
}

/** Read-only documents with the logs of jobs, which follow their jobs while they are open. */
export class JobLogDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #source: JobLogSource;
  readonly #scheme: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /** `scheme` is another one only where the extension's own documents are there too. */
  constructor(source: JobLogSource, scheme = jobLogScheme) {
    this.#source = source;
    this.#scheme = scheme;
    this.#registration = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      // What changed between the first text and the opening was told of a document that was not there.
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

  /** The log of a job says more than before. */
  notify(subject: JobLogSubject): void {
    this.#changed.fire(uriOf(subject, this.#scheme));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** As the contract's own function, which is not loaded before the first call of the service. */
function idOf(reference: JobReference): string {
  return "jobUuid" in reference ? reference.jobUuid : "id" in reference ? reference.id : reference.jobId;
}

/** The same for the same log; a name that is not a file name must not make folders of the tab's title. */
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
