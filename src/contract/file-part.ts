import * as Type from "typebox";

/** File in a multipart request body. */
export interface FilePart {
  /** File name that is sent to the service, without folders. */
  readonly filename: string;
  /** Content type of the file, such as `text/csv`; `application/octet-stream` by default. */
  readonly contentType?: string;
  /** File size in bytes; undefined if unknown, in which case the request body is sent in chunks. */
  readonly size?: number;
  /** Returns the bytes of the file. Each call starts at the beginning. */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Schema of the `file` field of uploads: a binary part of multipart form-data (service-api, "Data intake into
 * sources").
 */
export const FileUploadForm = Type.Object({
  file: Type.Unsafe<FilePart>({ type: "string", format: "binary", description: "Binary file part." }),
});
