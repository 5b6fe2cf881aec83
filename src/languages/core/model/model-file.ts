import type { AnalyticObject, DataTimeRange, Dimension, Metric, Property, Reference } from "./model-source.ts";

/** File name suffix of model files: business models stored as JSON for use without a connection. */
export const modelFileSuffix = ".workforce-model.json";

/** Version number of the model file format, stored in the file's field `workforceModel`. */
const modelFileVersion = 1;

/**
 * Content of a model file, a business model stored as JSON. Unlike in `ModelSource`, display names are optional and
 * default to the id, and points in time are ISO 8601 strings.
 */
export interface ModelFile {
  readonly workforceModel: typeof modelFileVersion;
  /** Source of a model file that was exported from a service, with the time of the export in ISO 8601. */
  readonly exported?: {
    readonly at: string;
    readonly connection?: string;
    readonly tenant?: string;
    readonly project?: string;
  };
  readonly objects: readonly ModelFileObject[];
  readonly metrics: readonly FileMetric[];
}

/** Makes the display name of a model item optional; it defaults to the item's id. */
type FileNamed<Item extends { readonly displayName: string }> = Omit<Item, "displayName"> & {
  readonly displayName?: string;
};

export interface FileRange {
  readonly dataStart?: string;
  readonly dataEnd?: string;
}

export type ModelFileObject = FileRange &
  Omit<
    FileNamed<AnalyticObject>,
    keyof DataTimeRange | "properties" | "dimensions" | "concepts" | "references" | "unsupported"
  > & {
    readonly properties?: readonly FileProperty[];
    readonly dimensions?: readonly FileDimension[];
    readonly concepts?: readonly FileNamed<AnalyticObject["concepts"][number]>[];
    readonly references?: readonly FileReference[];
    readonly unsupported?: Readonly<Record<string, string>>;
  };

/** A property in a model file. A property without a type accepts values of any type. */
export type FileProperty = Omit<FileNamed<Property>, "type" | "hasUnknownType"> & Partial<Pick<Property, "type">>;

type FileReference = Omit<FileNamed<Reference>, "isMultiValue"> & { readonly isMultiValue?: boolean };

export type FileDimension = Omit<FileNamed<Dimension>, "levels"> & {
  /** Levels of the dimension, from the top level down. Omitted if the levels are unknown. */
  readonly levels?: readonly { readonly id: string; readonly displayName?: string }[];
  readonly members?: readonly FileMember[];
};

export interface FileMember {
  /** Names on the path to the dimension member, from the top level down to the member itself. */
  readonly path: readonly string[];
  readonly displayName?: string;
}

export type FileMetric = FileRange &
  Omit<FileNamed<Metric>, keyof DataTimeRange | "parameters" | "hasUnknownParameters"> & {
    /** Parameters of the metric. Omitted if they are unknown; empty if the metric has none. */
    readonly parameters?: readonly FileNamed<Metric["parameters"][number]>[];
  };
