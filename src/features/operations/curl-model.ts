import type { OperationDefinition } from "../../contract/operation.ts";
import { replaceSecretsAndFiles } from "../../protocol/form-secrets.ts";
import { isFileReference, isJsonObject, type Json, type OperationForm } from "../../protocol/operation-form.ts";
import type { CallRequest } from "../../protocol/operations-view.ts";

/** Tenant and project of an API call. */
interface CurlTarget {
  readonly tenant: string | undefined;
  readonly project: string | undefined;
}

/** Character that delimits a placeholder in a value until the value is quoted for the shell. */
const mark = "\u{f0000}";

/**
 * Formats an API call as a curl command. `$BASE_URL`, `$APIKEY` and `$TOKEN` are placeholders for values of the
 * connection; variables such as `$PASSWORD` are placeholders for secret arguments.
 */
export function curlOf(
  form: OperationForm,
  row: OperationDefinition,
  { values, accept, bodyType }: Pick<CallRequest, "values" | "accept" | "bodyType">,
  target: CurlTarget,
): string {
  const shown = replaceSecretsAndFiles(form, values, (value, kind, name) =>
    kind === "file" && isFileReference(value) ? { file: value.name } : `${mark}$${placeholderName(name)}${mark}`,
  );
  const path = form.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(scalarText(partOf(shown.path)[name])));
  const query = Object.entries(partOf(shown.query))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => `${encoded(name)}=${encoded(scalarText(item))}`),
    )
    .join("&");
  const parts = [
    `curl -X ${form.method} "$BASE_URL"${quoted(`${path}${query && `?${query}`}`)}`,
    ...headersOf(row, accept, target, partOf(shown.headers)).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(bodyType !== undefined && bodyType === form.jsonForm?.type
      ? fieldsOf({ [form.jsonForm.field]: shown.body ?? {} })
      : bodyOf(form, shown.body)),
  ];
  return parts.join(" \\\n  ");
}

function headersOf(
  row: OperationDefinition,
  accept: string,
  { tenant, project }: CurlTarget,
  ownHeaders: Readonly<Record<string, Json>>,
): (readonly [string, string])[] {
  const token = `${mark}$TOKEN${mark}`;
  const credential =
    row.auth === "bearer" ? ["Authorization", `Bearer ${token}`] : ["Cookie", `ServiceASIDToken=${token}`];
  const headers: (readonly [string, string | undefined])[] = [
    ["Accept", accept === "application/json" ? accept : `${accept}, application/json`],
    ...(row.auth === "none" ? [] : ([["apikey", `${mark}$APIKEY${mark}`], credential as [string, string]] as const)),
    ["TargetTenantID", row.targets?.includes("tenant") ? tenant : undefined],
    ["ProjectID", row.targets?.includes("project") ? project : undefined],
    ...Object.entries(ownHeaders).map(([name, value]) => [name, scalarText(value)] as const),
  ];
  return headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function bodyOf({ bodyType, places }: OperationForm, body: Json | undefined): string[] {
  if (bodyType === undefined || (body === undefined && places.body?.kind !== "file")) {
    return [];
  }
  switch (bodyType) {
    case "application/json":
      return [`-H ${quoted("Content-Type: application/json")}`, `--data-raw ${quoted(JSON.stringify(body))}`];
    case "application/x-www-form-urlencoded":
      return fieldsOf(partOf(body));
    case "multipart/form-data":
      return Object.entries(partOf(body)).map(([name, value]) =>
        isFileName(value)
          ? `--form ${quoted(`${name}=@${value.file}`)}`
          : `--form-string ${quoted(`${name}=${scalarText(value)}`)}`,
      );
    default: {
      const type = bodyType === "*/*" ? "application/octet-stream" : bodyType;
      const file = isFileName(body) ? body.file : "FILE";
      return [`-H ${quoted(`Content-Type: ${type}`)}`, `--data-binary ${quoted(`@${file}`)}`];
    }
  }
}

function fieldsOf(fields: Readonly<Record<string, Json>>): string[] {
  return Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${scalarText(value)}`)}`);
}

function isFileName(value: Json | undefined): value is { readonly file: string } {
  return isJsonObject(value) && typeof value["file"] === "string" && Object.keys(value).length === 1;
}

function partOf(value: Json | undefined): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {};
}

function scalarText(value: Json | undefined): string {
  return value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the name of the shell variable for a secret argument, such as `CLIENT_SECRET` for `client_secret` and
 * `clientSecret`.
 */
function placeholderName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W+/g, "_")
    .toUpperCase();
}

function encoded(text: string): string {
  return text
    .split(mark)
    .map((part, index) =>
      index % 2 === 1 ? `${mark}${part}${mark}` : encodeURIComponent(Buffer.from(part).toString()),
    )
    .join("");
}

/** Quotes a text as one shell word. Placeholders stay unquoted, so that the shell expands them. */
function quoted(text: string): string {
  return text
    .split(mark)
    .map((part, index) => (index % 2 === 1 ? `"${part}"` : part === "" ? "" : `'${part.replaceAll("'", "'\\''")}'`))
    .join("");
}
