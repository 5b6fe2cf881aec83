import type { QuestionUnit } from "./named-periods.ts";
import type { TimeRange } from "./time-phrases.ts";

/** An attribute of the model, with the references that lead to it from the object that is asked about. */
export interface AttributePath {
  readonly references: readonly string[];
  readonly id: string;
}

/** A grouping axis: a level of a dimension, its leaf members, or a concept. */
export interface ReadAxis extends AttributePath {
  readonly kind: "dimension" | "concept";
  /** Id of the level. Undefined for leaf members, and for a concept. */
  readonly level?: string;
}

/** A member of a dimension, with the name that people read. */
interface ReadMember {
  readonly path: string;
  readonly name: string;
}

/** A condition on the records that are asked about. */
export type ReadFilter =
  | (AttributePath & { readonly kind: "members"; readonly members: readonly ReadMember[]; readonly isNegated: boolean })
  | (AttributePath & { readonly kind: "concept"; readonly isNegated: boolean })
  | (AttributePath & {
      readonly kind: "property";
      readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">=";
      /** A number, or an instant in epoch milliseconds for a date. */
      readonly value: number;
      readonly isDate: boolean;
    })
  | { readonly kind: "any"; readonly filters: readonly ReadFilter[] };

/** The time of a question. */
export interface ReadTime {
  readonly range?: TimeRange;
  readonly grain?: QuestionUnit | "auto";
  /** Length of the intervals in months, where several periods are named and no unit is. */
  readonly impliedMonths?: number;
  readonly comparedUnit?: QuestionUnit;
  /** Whether the range was named without its year: "April". */
  readonly isYearAssumed?: boolean;
}

/** A metric with the values of its parameters, in their order. */
export interface ReadMetric {
  readonly id: string;
  readonly parameters: readonly number[];
}

/** Members of the first axis that are asked for, by the value of the first metric. */
export interface ReadRanking {
  readonly end: "highest" | "lowest";
  /** Number of members. Undefined for all of them, in this order. */
  readonly count?: number;
}

/** Interpretation of a question. Plain JSON, which the conversation state contains. */
export interface QuestionReading {
  readonly kind: "aggregate" | "list";
  /** Analytic object whose records are measured or listed. */
  readonly object: string;
  /** Metrics that are measured. Of a list, those whose records are listed: who resigned are those that it counts. */
  readonly metrics: readonly ReadMetric[];
  readonly axes: readonly ReadAxis[];
  readonly filters: readonly ReadFilter[];
  readonly time: ReadTime;
  readonly ranking?: ReadRanking;
  /** Columns of a list besides those that every list has. */
  readonly columns: readonly ReadColumn[];
  /** Order of a list, by a property, and the number of its rows. */
  readonly listOrder?: AttributePath & ReadRanking;
}

type ReadColumn = AttributePath & { readonly level?: string };

/** Something about a reading that the asker should know: what was assumed, or corrected. */
export interface ReadingNote {
  readonly warning: AssistantWarning;
  readonly message: string;
  /** Questions that say it in other ways, ready to be asked. */
  readonly questions: readonly string[];
  /** Ids of elements of the model that the note is about. */
  readonly metrics?: readonly string[];
  readonly dimensions?: readonly string[];
  readonly filters?: readonly string[];
  readonly attributes?: readonly string[];
}

/** Kinds of notes. With the last three there is no answer. */
type AssistantWarning =
  | "ASSISTANT_NO_WARNING"
  | "ASSISTANT_ASSUMPTION"
  | "ASSISTANT_SPELLING"
  | "ASSISTANT_AMBIGUOUS"
  | "ASSISTANT_NOT_UNDERSTOOD"
  | "ASSISTANT_NOT_AVAILABLE";

/** A question as it was understood, or why it was not. */
export type QuestionResult =
  | {
      readonly kind: "read";
      readonly reading: QuestionReading;
      readonly notes: readonly ReadingNote[];
      readonly choices: readonly string[];
    }
  | { readonly kind: "unread"; readonly notes: readonly ReadingNote[] };

/** Parts of a question that were read. What the question does not say is missing. */
export interface ReadParts {
  /** Object that the question is about. Undefined where it names nothing that decides it. */
  object: string | undefined;
  metrics: ReadMetric[];
  isList: boolean;
  isCount: boolean;
  axes: ReadAxis[];
  filters: readonly ReadFilter[];
  time: ReadTime;
  ranking: ReadRanking | undefined;
  columns: ReadColumn[];
  /** Property by which the records are in order. */
  order: AttributePath | undefined;
  /** Whether the object itself is named: "the top 10 employees". */
  namesObject: boolean;
  /** Whether a metric is named, rather than the records that it counts. */
  namesMetric: boolean;
  isComparison: boolean;
  /** Whether a share is asked for: of the members of a filter among all of their dimension. */
  isShare: boolean;
  /** Whether an amount is asked for rather than a number: "how much did we spend on". */
  isAmount: boolean;
  /** Whether the level below the one that is shown, or below a member, is asked for. */
  isDrill: boolean;
  /** Whether a further question takes the break-down of the one before away, or its filters. */
  dropsAxes: boolean;
  dropsFilters: boolean;
  /** Axes that a further question takes away: "without gender". */
  removedAxes: ReadAxis[];
  /** Attributes all of whose members are asked for again: "all regions". */
  freed: AttributePath[];
}

/** Returns the parts of a question that says nothing. */
export function noParts(): ReadParts {
  return {
    object: undefined,
    metrics: [],
    isList: false,
    isCount: false,
    axes: [],
    filters: [],
    time: {},
    ranking: undefined,
    columns: [],
    order: undefined,
    namesObject: false,
    namesMetric: false,
    isComparison: false,
    isShare: false,
    isAmount: false,
    isDrill: false,
    dropsAxes: false,
    dropsFilters: false,
    removedAxes: [],
    freed: [],
  };
}
