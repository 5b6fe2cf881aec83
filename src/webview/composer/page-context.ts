import type { ComposerString, ComposerStrings } from "../../protocol/composer-strings.ts";
import type { FilePurpose, JobEdit, JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import type { SqlCompletion, SqlEditorLoader } from "./sql-editor-port.ts";

/** Services that all parts of the page share. */
export interface PageContext {
  readonly strings: ComposerStrings;
  readonly loadSqlEditor: SqlEditorLoader;
  /** Returns a translated text, with its placeholders filled in. */
  text(name: ComposerString, ...values: readonly string[]): string;
  nextId(): string;
  /** Sends an edit of one value. Resolves when the edit is in the file. */
  set(edit: JobEdit): Promise<void>;
  /** Sends an edit of a list's order or length. Resolves with false if the file has changed in the meantime. */
  arrange(edit: JobEdit): Promise<boolean>;
  offers(of: OfferKind, path: JobPath): Promise<readonly Offer[]>;
  complete(path: JobPath, offset: number, signal: AbortSignal): Promise<SqlCompletion>;
  chooseFile(purpose: FilePurpose): Promise<string | undefined>;
  openAsJson(path: JobPath): void;
  /** Announces a text to screen readers in the page's live region. */
  announce(text: string): void;
  report(failure: unknown): void;
  /** Called when all input is in the file, so that postponed updates can be shown. */
  settled(): void;
}
