import { type OperationDefinition, splitRoute } from "../../src/contract/operation.ts";
import type { TestRequest } from "./running-service.ts";

/** A request of an operation that names nothing that is there, with an empty body of the right type. */
export function minimalRequest(row: OperationDefinition): {
  readonly method: string;
  readonly path: string;
  readonly content: TestRequest;
} {
  const { method, path } = splitRoute(row.route);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === "draftId" ? "prod" : "none"));
  return { method, path: filled, content: contentOf(row) };
}

function contentOf({ body, answers }: OperationDefinition): TestRequest {
  const accept = [...Object.keys(answers), "application/json"].join(", ");
  switch (body?.type) {
    case undefined:
      return { headers: { accept } };
    case "multipart/form-data":
      return {
        headers: { accept, "content-type": "multipart/form-data; boundary=X" },
        text: '--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--X--\r\n',
      };
    case "application/zip":
    case "*/*":
      return { headers: { accept, "content-type": "application/zip" }, text: "no archive" };
    case "application/x-www-form-urlencoded":
      return { headers: { accept }, form: { none: "" } };
    case "application/json":
      return { headers: { accept }, json: {} };
  }
}
