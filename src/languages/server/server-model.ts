import type { ModelSearch, ModelSearchResult } from "../core/model-requests.ts";
import type { ModelSource } from "../core/model-source.ts";
import type { QueryPart } from "../sql-like/query-document.ts";

/** The business model as the server knows it: it grows as documents name more of it. */
export interface ServerModel {
  /** What is known by now. Another object whenever that grows, so that it can be compared and remembered. */
  readonly source: ModelSource;
  /** Whether all names of a part were looked up, so that a name that is not in `source` is not in the model. */
  isLoaded(part: QueryPart): boolean;
  /** Looks up the names of a part that were not yet; resolves when `source` has them. Never rejects. */
  load(part: QueryPart): Promise<void>;
  /** Called when `source` has become another, at most once in a turn. */
  onDidChange(listener: () => void): void;
  /** Names by prefix, members among them; each search is asked once. Never rejects. */
  search(search: ModelSearch): Promise<ModelSearchResult>;
}
