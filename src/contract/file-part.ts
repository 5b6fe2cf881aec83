import * as Type from "typebox";

/** A file in a multipart body. */
export interface FilePart {
  /** Name that the service sees, without folders. */
  readonly filename: string;
  /** Content type, such as `text/csv`; `application/octet-stream` by default. */
  readonly contentType?: string;
  /** Size in bytes; undefined if unknown, in which case the body is sent in chunks. */
  readonly size?: number;
  /** Reads the bytes, from the beginning on each call. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Schema of the `file` field of uploads: a binary part of multipart form-data (service-api, "Data intake into
 * sources").
 */
export const FileUploadForm = Type.Object({
  file: Type.Unsafe<FilePart>({ type: "string", format: "binary", description: "Binary file part." }),
});
