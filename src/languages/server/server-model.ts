import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import type { ModelSource } from "../core/model/model-source.ts";
import type { MemberLookup } from "../sql-like/binding/member-lookup.ts";
import type { ParsedStatementText } from "../sql-like/syntax/query-document.ts";

/**
 * Snapshot of the business model with all names that a statement uses. The object is the same at each call, so that
 * results can be cached by it.
 */
export interface StatementModel {
  readonly source: ModelSource;
  /** Known dimension members. Undefined until the members that the statement names have been looked up. */
  readonly members?: MemberLookup;
}

/** Business model as far as the language server knows it. It grows as documents use more names. */
export interface ServerModel {
  /** Names known so far. A new object whenever names were added, so that results can be cached by object identity. */
  readonly source: ModelSource;
  /**
   * Whether all names of a statement were looked up. A name that is missing from `source` is then missing from the
   * model.
   */
  isLoaded(part: ParsedStatementText): boolean;
  /** Returns the model against which a statement is checked. Undefined until its names are loaded. */
  modelOf(part: ParsedStatementText): StatementModel | undefined;
  /**
   * Looks up the names of a statement that are not yet known. Resolves when `source` contains them; dimension members
   * may be loaded later. Never rejects.
   */
  load(part: ParsedStatementText): Promise<void>;
  /**
   * Registers a listener for loaded names and replacements of `source`. It is called at most once per turn of the event
   * loop.
   */
  onDidChange(listener: () => void): void;
  /** Clears all known names, after a change of the model or of the meaning of names. */
  forget(): void;
  /**
   * Searches for names, including dimension members, by a text that they contain. Results are cached. Never rejects.
   */
  search(search: ModelSearch): Promise<ModelSearchResult>;
}
