import type { ConnectionRole } from "../base/connection-role.ts";
import { isCount, isRecord, isStringArray } from "../base/guards.ts";
import type { RequestGuards } from "./channel.ts";

/** Number of rows that an action or a job changes in a table; a count is missing if it is unknown. */
export interface ReviewCounts {
  readonly added?: number | undefined;
  readonly changed?: number | undefined;
  readonly removed?: number | undefined;
  /** Number of rows of the table before and after. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Whether `changed` is an upper bound. */
  readonly isUpperBound: boolean;
}

/** Effect of one action, a row of the page's table. */
export interface ReviewRow {
  /** Position and kind of the action, such as `2. upsert`. Empty for the totals of a table. */
  readonly action: string;
  /** Table that the action writes. */
  readonly table?: string | undefined;
  readonly counts?: ReviewCounts | undefined;
  /** Describes the effect if it is not counted. */
  readonly text: string;
  readonly isFailed: boolean;
}

/** Effects in one tenant. */
export interface ReviewSection {
  readonly title: string;
  readonly rows: readonly ReviewRow[];
  readonly failure?: string | undefined;
}

/** A fact with links to the places that it is about, such as lines of a file. */
interface ReviewFact {
  readonly text: string;
  /** Labels of the links. */
  readonly links: readonly string[];
}

export interface ReviewList {
  readonly title: string;
  readonly facts: readonly ReviewFact[];
}

/** Changes of one kind that are made only where they are ticked; at first none is. */
interface ReviewChoices {
  readonly title: string;
  readonly choices: readonly { readonly id: string; readonly text: string }[];
}

/** Position of a link: zero-based indexes of the list, the fact in it and the link of the fact. */
export interface ReviewLink {
  readonly list: number;
  readonly fact: number;
  readonly link: number;
}

/** A question with its two answers. */
export interface ReviewQuestion {
  readonly text: string;
  /** Label of the button that goes on. */
  readonly confirm: string;
  /** Label of the button that leaves everything as it is. */
  readonly cancel: string;
  /** Label of the button that shows the changed text beside the present one, if there is one. */
  readonly compare?: string | undefined;
  /** Whether the button that changes nothing is the main one, because a wrong answer costs much. */
  readonly isCareful: boolean;
  /** Whether a command waits for the answer, so that the main button takes the focus. */
  readonly isAwaited: boolean;
}

/** Effects of changes that were tried out, and the question whether to make them. */
export interface Review {
  readonly title: string;
  /** Connection and tenant. */
  readonly place: string;
  readonly role: ConnectionRole;
  /** The result in one sentence. */
  readonly verdict: string;
  readonly isGood: boolean;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Sums for each written table. */
  readonly totals: readonly ReviewRow[];
  readonly sections: readonly ReviewSection[];
  /** Lists of facts, which a page that only informs has in place of counted changes. */
  readonly lists?: readonly ReviewList[] | undefined;
  readonly choices?: readonly ReviewChoices[] | undefined;
  readonly question?: ReviewQuestion | undefined;
}

/** A review as the page shows it now; `state` explains why the question is not asked any more. */
export interface ReviewUpdate {
  readonly review: Review;
  readonly state?: string | undefined;
}

/** Requests from the page to the extension. */
export type RequestsFromReviewView = {
  /** First request of the page. */
  ready: { params: unknown; result: ReviewUpdate };
  /** The answer to the question, with the ids of the ticked choices. */
  answer: { params: { readonly isConfirmed: boolean; readonly chosen: readonly string[] }; result: undefined };
  /** Shows the current rows of a table. */
  showTable: { params: { readonly table: string }; result: undefined };
  /** Opens the place of a link. */
  openLink: { params: ReviewLink; result: undefined };
  /** Shows the changed text beside the present one. */
  compare: { params: unknown; result: undefined };
  /** Copies the review as Markdown. */
  copy: { params: unknown; result: undefined };
};

/** Events from the extension to the page. */
export type EventsToReviewView = { update: ReviewUpdate };

/** Guards for requests from the page. */
export const reviewGuards: RequestGuards<RequestsFromReviewView> = {
  ready: (params): params is unknown => true,
  answer: (params): params is RequestsFromReviewView["answer"]["params"] =>
    isRecord(params) && typeof params["isConfirmed"] === "boolean" && isStringArray(params["chosen"]),
  showTable: (params): params is RequestsFromReviewView["showTable"]["params"] =>
    isRecord(params) && typeof params["table"] === "string",
  openLink: (params): params is ReviewLink =>
    isRecord(params) && [params["list"], params["fact"], params["link"]].every(isCount),
  compare: (params): params is unknown => true,
  copy: (params): params is unknown => true,
};

/** Guards the update event, for the page. */
export function isReviewUpdate(value: unknown): value is ReviewUpdate {
  if (!isRecord(value) || !isRecord(value["review"])) {
    return false;
  }
  const { review, state } = value;
  return (
    (state === undefined || typeof state === "string") &&
    ["title", "place", "role", "verdict"].every((name) => typeof review[name] === "string") &&
    typeof review["isGood"] === "boolean" &&
    [review["warnings"], review["notes"]].every(isStringArray) &&
    isRows(review["totals"]) &&
    Array.isArray(review["sections"]) &&
    review["sections"].every((section) => isRecord(section) && isRows(section["rows"])) &&
    (review["lists"] === undefined || (Array.isArray(review["lists"]) && review["lists"].every(isList))) &&
    (review["choices"] === undefined || (Array.isArray(review["choices"]) && review["choices"].every(isChoices))) &&
    (review["question"] === undefined || isQuestion(review["question"]))
  );
}

function isList(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["title"] === "string" &&
    Array.isArray(value["facts"]) &&
    value["facts"].every((fact) => isRecord(fact) && typeof fact["text"] === "string" && isStringArray(fact["links"]))
  );
}

function isChoices(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["title"] === "string" &&
    Array.isArray(value["choices"]) &&
    value["choices"].every((choice) => isRecord(choice) && isStringArray([choice["id"], choice["text"]]))
  );
}

function isQuestion(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["text", "confirm", "cancel"].every((name) => typeof value[name] === "string") &&
    ["isCareful", "isAwaited"].every((name) => typeof value[name] === "boolean") &&
    (value["compare"] === undefined || typeof value["compare"] === "string")
  );
}

function isRows(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (row) => isRecord(row) && typeof row["action"] === "string" && typeof row["text"] === "string" && isCounts(row),
    )
  );
}

function isCounts({ counts }: Record<string, unknown>): boolean {
  return (
    counts === undefined ||
    (isRecord(counts) &&
      ["added", "changed", "removed", "before", "after"].every(
        (name) => counts[name] === undefined || typeof counts[name] === "number",
      ))
  );
}
