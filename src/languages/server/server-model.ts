import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import type { ModelSource } from "../core/model/model-source.ts";
import type { MemberLookup } from "../sql-like/binding/member-lookup.ts";
import type { QueryPart } from "../sql-like/syntax/query-document.ts";

/** The model as it was when the names of a part had been looked up. Stays the same object, so that it can be remembered. */
export interface PartModel {
  readonly source: ModelSource;
  /** Absent until the members that the part names were looked up too. */
  readonly members?: MemberLookup;
}

/** The business model as the server knows it: it grows as documents name more of it. */
export interface ServerModel {
  /** What is known by now. Another object whenever that grows, so that it can be compared and remembered. */
  readonly source: ModelSource;
  /** Whether all names of a part were looked up, so that a name that is not in `source` is not in the model. */
  isLoaded(part: QueryPart): boolean;
  /** What a part can be checked against; `undefined` until it is loaded. */
  modelOf(part: QueryPart): PartModel | undefined;
  /** Looks up the names of a part that were not yet; resolves when `source` has them, its members may follow. Never rejects. */
  load(part: QueryPart): Promise<void>;
  /** Called when more parts are loaded or `source` has become another, at most once in a turn. */
  onDidChange(listener: () => void): void;
  /** Looks everything up anew: another model is asked, or names have come to mean something else. */
  forget(): void;
  /** Names by prefix, members among them; each search is asked once. Never rejects. */
  search(search: ModelSearch): Promise<ModelSearchResult>;
}
