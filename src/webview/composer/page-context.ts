import type { ComposerString, ComposerStrings } from "../../protocol/composer-strings.ts";
import type { FilePurpose, JobEdit, JobPath, Offer, OfferKind } from "../../protocol/composer-view.ts";
import type { SqlEditorLoader } from "./sql-editor-loader.ts";
import type { SqlCompletion } from "./sql-editor-port.ts";

/** What every part of the page uses. */
export interface PageContext {
  readonly strings: ComposerStrings;
  readonly loadSqlEditor: SqlEditorLoader;
  /** A text with its places filled in. */
  text(name: ComposerString, ...values: readonly string[]): string;
  nextId(): string;
  /** Gives a value; resolves when the file has it. */
  set(edit: JobEdit): Promise<void>;
  /** Changes the order or the number of things; false when the file has changed meanwhile. */
  arrange(edit: JobEdit): Promise<boolean>;
  offers(of: OfferKind, path: JobPath): Promise<readonly Offer[]>;
  complete(path: JobPath, offset: number, signal: AbortSignal): Promise<SqlCompletion>;
  chooseFile(purpose: FilePurpose): Promise<string | undefined>;
  openAsJson(path: JobPath): void;
  /** Says it in the live region. */
  announce(text: string): void;
  report(failure: unknown): void;
  /** Something that was typed has reached the file: what was held back may be shown. */
  settled(): void;
}
