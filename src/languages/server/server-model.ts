import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import type { ModelSource } from "../core/model/model-source.ts";
import type { MemberLookup } from "../sql-like/binding/member-lookup.ts";
import type { QueryPart } from "../sql-like/syntax/query-document.ts";

/**
 * Model as it was when the names of a part had been looked up. Stays the same object, so that results can be cached by
 * it.
 */
export interface PartModel {
  readonly source: ModelSource;
  /** Undefined until the members that the part names were looked up as well. */
  readonly members?: MemberLookup;
}

/** Business model as far as the server knows it; grows as documents use more of its names. */
export interface ServerModel {
  /** What is known now; a new object after each growth, so that results can be cached by it. */
  readonly source: ModelSource;
  /** Whether all names of a part were looked up, so that a name missing from `source` is missing from the model. */
  isLoaded(part: QueryPart): boolean;
  /** Model to check a part against; `undefined` until the part is loaded. */
  modelOf(part: QueryPart): PartModel | undefined;
  /**
   * Looks up the names of a part that are missing; resolves when `source` has them, members may follow. Never rejects.
   */
  load(part: QueryPart): Promise<void>;
  /** Registers a listener, called at most once per turn when parts were loaded or `source` was replaced. */
  onDidChange(listener: () => void): void;
  /** Drops everything known, after a change of model or of the meaning of names. */
  forget(): void;
  /** Searches names by prefix, members included; each search is sent once. Never rejects. */
  search(search: ModelSearch): Promise<ModelSearchResult>;
}
