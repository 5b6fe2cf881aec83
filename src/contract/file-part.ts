import * as Type from "typebox";

/** A file in a multipart body. */
export interface FilePart {
  /** Name that the service sees, without folders. */
  readonly filename: string;
  /** Such as `text/csv`; `application/octet-stream` when left out. */
  readonly contentType?: string;
  /** Bytes; left out when nobody knows, and then the body is sent in chunks. */
  readonly size?: number;
  /** The bytes, from the beginning each time that it is called. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The `file` field of the uploads: multipart form-data with one binary part (service-api, "Data intake into sources").
 */
export const FileUploadForm = Type.Object({
  file: Type.Unsafe<FilePart>({ type: "string", format: "binary", description: "Binary file part." }),
});
