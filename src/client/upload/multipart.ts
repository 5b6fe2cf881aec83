import type { FilePart } from "../../contract/file-part.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { isByteSource, type RequestBytes } from "./byte-source.ts";
import { ByteSizeLimit, openCheckedBytes } from "./checked-bytes.ts";

interface Part {
  readonly field: string;
  readonly head: Buffer;
  readonly content: Buffer | FilePart;
}

const lineEnd = Buffer.from("\r\n");

/**
 * Creates a random boundary for a multipart body. The chance that a content contains it is one in 2^160. `random`
 * returns a number in [0, 1).
 */
export function createBoundary(random: () => number): string {
  const words = Array.from({ length: 5 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  );
  return `----workforce${words.join("")}`;
}

/**
 * Creates a `multipart/form-data` body (RFC 7578). A `FilePart` is read while it is sent. Each item of a list becomes
 * one part. Objects are sent as JSON, other values as text, and undefined values are omitted.
 */
export function createMultipartBody(
  operation: string,
  row: OperationDefinition,
  fields: Readonly<Record<string, unknown>>,
  boundary: string,
): RequestBytes {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => createPart(name, item, boundary)),
  );
  const end = Buffer.from(`--${boundary}--\r\n`);
  const sizes = parts.map(({ head, content }) => {
    const size = Buffer.isBuffer(content) ? content.length : content.size;
    return size === undefined ? Number.NaN : head.length + size + lineEnd.length;
  });
  const size = sizes.reduce((sum, partSize) => sum + partSize, end.length);
  return {
    size: Number.isNaN(size) ? undefined : size,
    canOpen: true,
    async *open() {
      const budget = new ByteSizeLimit(operation, row);
      for (const { field, head, content } of parts) {
        yield head;
        if (Buffer.isBuffer(content)) {
          yield content;
        } else {
          yield* openCheckedBytes(() => content.open(), { operation, field, size: content.size, budget });
        }
        yield lineEnd;
      }
      yield end;
    },
  };
}

/** Whether a value of a multipart body is a file. */
export function isFilePart(value: unknown): value is FilePart {
  return isByteSource(value) && "filename" in value && typeof value.filename === "string";
}

function createPart(name: string, value: unknown, boundary: string): Part {
  const file = isFilePart(value) ? value : undefined;
  const filename = file ? `; filename="${quoted(file.filename)}"` : "";
  const type = file ? `\r\nContent-Type: ${file.contentType ?? "application/octet-stream"}` : "";
  return {
    field: `body.${name}`,
    head: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${filename}${type}\r\n\r\n`,
    ),
    content: file ?? Buffer.from(typeof value === "object" ? JSON.stringify(value) : String(value)),
  };
}

/** Escapes characters that would end a quoted name or its line. */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
