import type { AnalyticObject, DataRange, Dimension, Metric, Property, Reference } from "./model-source.ts";

/** File name suffix of business models that are stored in files, for work without a connection. */
export const modelFileSuffix = ".workforce-model.json";

/** The version of the format, in the field `workforceModel`. */
const modelFileVersion = 1;

/**
 * Business model as it is stored in a file. Compared with `ModelSource`, display names may be left out and default to
 * the id, and instants are ISO 8601 texts.
 */
export interface ModelFile {
  readonly workforceModel: typeof modelFileVersion;
  /** Origin of an exported model; `at` is ISO 8601. */
  readonly exported?: {
    readonly at: string;
    readonly connection?: string;
    readonly tenant?: string;
    readonly project?: string;
  };
  readonly objects: readonly FileObject[];
  readonly metrics: readonly FileMetric[];
}

/** Makes the display name optional; it defaults to the id. */
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

/** A property without a type accepts any value. */
export type FileProperty = Omit<FileNamed<Property>, "type" | "hasUnknownType"> & Partial<Pick<Property, "type">>;

type FileReference = Omit<FileNamed<Reference>, "isMultiValue"> & { readonly isMultiValue?: boolean };

export type FileDimension = Omit<FileNamed<Dimension>, "levels"> & {
  /** From the top level down; left out when unknown. */
  readonly levels?: readonly { readonly id: string; readonly displayName?: string }[];
  readonly members?: readonly FileMember[];
};

export interface FileMember {
  /** Names from the top level down. */
  readonly path: readonly string[];
  readonly displayName?: string;
}

export type FileMetric = FileRange &
  Omit<FileNamed<Metric>, keyof DataRange | "parameters" | "hasUnknownParameters"> & {
    /** Left out when unknown; empty when the metric has none. */
    readonly parameters?: readonly FileNamed<Metric["parameters"][number]>[];
  };
