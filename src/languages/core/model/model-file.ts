import type { AnalyticObject, DataRange, Dimension, Metric, Property, Reference } from "./model-source.ts";

/** The end of the name of a file with a business model, for work without a connection. */
export const modelFileSuffix = ".workforce-model.json";

/** The version of the format, in the field `workforceModel`. */
const modelFileVersion = 1;

/**
 * A business model in a file. It says less than `ModelSource` where it may be left out: a display name is the id, and an
 * instant is ISO 8601 text.
 */
export interface ModelFile {
  readonly workforceModel: typeof modelFileVersion;
  /** Where it was exported from, and when (ISO 8601). */
  readonly exported?: {
    readonly at: string;
    readonly connection?: string;
    readonly tenant?: string;
    readonly project?: string;
  };
  readonly objects: readonly FileObject[];
  readonly metrics: readonly FileMetric[];
}

/** Leaves out what follows from the id. */
type FileNamed<Item extends { readonly displayName: string }> = Omit<Item, "displayName"> & {
  readonly displayName?: string;
};

export interface FileRange {
  readonly dataStart?: string;
  readonly dataEnd?: string;
}

export type FileObject = FileRange &
  Omit<
    FileNamed<AnalyticObject>,
    keyof DataRange | "properties" | "dimensions" | "concepts" | "references" | "unsupported"
  > & {
    readonly properties?: readonly FileProperty[];
    readonly dimensions?: readonly FileDimension[];
    readonly concepts?: readonly FileNamed<AnalyticObject["concepts"][number]>[];
    readonly references?: readonly FileReference[];
    readonly unsupported?: Readonly<Record<string, string>>;
  };

/** A property without a type takes any value. */
export type FileProperty = Omit<FileNamed<Property>, "type" | "hasUnknownType"> & Partial<Pick<Property, "type">>;

type FileReference = Omit<FileNamed<Reference>, "isMultiValue"> & { readonly isMultiValue?: boolean };

export type FileDimension = Omit<FileNamed<Dimension>, "levels"> & {
  /** From the top; left out when they are not known. */
  readonly levels?: readonly { readonly id: string; readonly displayName?: string }[];
  readonly members?: readonly FileMember[];
};

export interface FileMember {
  /** The names from the top. */
  readonly path: readonly string[];
  readonly displayName?: string;
}

export type FileMetric = FileRange &
  Omit<FileNamed<Metric>, keyof DataRange | "parameters" | "hasUnknownParameters"> & {
    /** Left out when they are not known; empty when there are none. */
    readonly parameters?: readonly FileNamed<Metric["parameters"][number]>[];
  };
