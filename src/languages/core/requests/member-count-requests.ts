import type { AggregateQueryRequest } from "../../../contract/query-schemas.ts";

/** Request that the language server sends to its editor: how much stands behind a member, by a query on the active connection. */
export const memberCountRequest = "workforce/members/count";

export interface MemberCountParams {
  /** A query whose answer has one cell. */
  readonly request: AggregateQueryRequest;
}

export type MemberCount =
  /** `value` as the service wrote it. */
  | { readonly kind: "counted"; readonly value: string; readonly isSmallGroup: boolean }
  /** The connection hides what fewer people than this stand behind. */
  | { readonly kind: "hidden"; readonly threshold: number }
  /** Nobody could be asked, or the answer says nothing. */
  | { readonly kind: "unknown" };
