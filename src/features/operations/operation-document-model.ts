import { type OperationDefinition, streamMarker } from "../../contract/operation.ts";
import { stateMachines } from "../../contract/states.ts";
import type { FormField, FormShape, Json, OperationForm, ParameterLocation } from "../../protocol/operation-form.ts";

/** Returns the documentation of an API operation as Markdown, generated from its entry in the API contract. */
export function operationDocument(form: OperationForm, row: OperationDefinition): string {
  return (
    [
      `# ${form.title}`,
      `\`${form.method} ${form.path}\``,
      overview(form, row),
      ...places(form),
      answers(row),
      ...Object.entries(form.definitions).map(([name, shape]) => section(`Shape: ${name}`, shape)),
      ...states(row),
    ].join("\n\n") + "\n"
  );
}

function overview(form: OperationForm, row: OperationDefinition): string {
  const assumed = row.assumed ?? [];
  const limits = Object.values(row.limits ?? {}).map((limit) => limit.text);
  const lines: (readonly [string, string | undefined])[] = [
    ["Name", `\`${form.operation}\``],
    ["Specification", `service-api, "Endpoints", ${form.group}`],
    ["Kind", `${row.kind}; the connection's role decides whether it is allowed, asked or denied`],
    ["Sign-in", signIns[row.auth ?? "standard"]],
    ["Acts on", row.targets && `${row.targets.join(" and ")} of the connection`],
    ["Repeated after a failure", row.idempotent ? "yes" : "no"],
    [
      "Repeated on conflict (409)",
      row.repeatsOnConflict && `while \`${row.repeatsOnConflict.header}: ${row.repeatsOnConflict.value}\``,
    ],
    ["Transport", row.transport && transports[row.transport]],
    ["Limits", limits.length > 0 ? limits.join("; ") : undefined],
    ["Not in the prose, assumed", assumed.length > 0 ? assumed.join(", ") : undefined],
  ];
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [`- **${name}:** ${text}`])).join("\n");
}

const signIns = {
  standard: "API key and one credential",
  bearer: "API key and a bearer token or another credential",
  none: "none required",
} as const;

const transports = {
  getWithBody: "a GET with a body",
  redirectedUpload: "the service may redirect the upload; the bytes follow after 100 Continue",
} as const;

const placeTitles: Readonly<Record<ParameterLocation, string>> = {
  path: "Path parameters",
  query: "Query parameters",
  headers: "Headers",
  body: "Body",
};

function places(form: OperationForm): string[] {
  return Object.entries(form.places).map(([place, shape]) => {
    const title = placeTitles[place as ParameterLocation];
    const { bodyType, jsonForm } = form;
    const other = jsonForm && `, or ${jsonForm.type} with the JSON in the field \`${jsonForm.field}\``;
    return section(place === "body" ? `${title} (${bodyType}${other ?? ""})` : title, shape);
  });
}

function section(title: string, shape: FormShape): string {
  const rows = rowsOf(shape, "");
  const table = ["| Field | Type | Required | Description |", "|---|---|---|---|", ...rows];
  return `## ${title}\n\n${rows.length > 0 ? `${described(shape)}${table.join("\n")}` : `${typeText(shape)}${described(shape, ". ")}`}`;
}

function described({ description }: FormShape, before = ""): string {
  return description === undefined ? "" : `${before}${description}${before === "" ? "\n\n" : ""}`;
}

/** Returns Markdown table rows for a schema: one for each field, followed by the fields of nested objects. */
function rowsOf(shape: FormShape, prefix: string): string[] {
  switch (shape.kind) {
    case "object":
      return [
        ...shape.fields.flatMap((field) => fieldRows(field, prefix)),
        ...(shape.variants ?? []).map(
          ({ title, required }) => `| ${cell(prefix)} | one of | | ${cell(title)}: ${cell(required.join(", "))} |`,
        ),
      ];
    case "list":
      return rowsOf(shape.item, `${prefix}[]`);
    case "map":
      return rowsOf(shape.item, `${prefix}.*`);
    case "union":
      return shape.branches.flatMap((branch) => rowsOf(branch.shape, prefix));
    default:
      return [];
  }
}

function fieldRows({ name, isRequired, shape }: FormField, prefix: string): string[] {
  const path = prefix === "" ? name : `${prefix}.${name}`;
  const line = `| \`${path}\` | ${cell(typeText(shape))} | ${isRequired ? "yes" : ""} | ${cell(notes(shape))} |`;
  return [line, ...rowsOf(shape, path)];
}

function notes(shape: FormShape): string {
  return [
    shape.description,
    shape.defaultValue === undefined ? undefined : `Default: ${code(shape.defaultValue)}.`,
    shape.examples && `For example ${shape.examples.map(code).join(", ")}.`,
    shape.kind === "text" && shape.isSecret ? "Secret: never shown or stored." : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}

function typeText(shape: FormShape): string {
  const nullable = shape.isNullable ? " or null" : "";
  switch (shape.kind) {
    case "text":
      return `${shape.format ?? "text"}${bounds(shape.minLength, shape.maxLength, " characters")}${shape.pattern === undefined ? "" : `, form ${code(shape.pattern)}`}${nullable}`;
    case "number":
      return `${shape.isInteger ? "integer" : "number"}${bounds(shape.minimum, shape.maximum, "")}${nullable}`;
    case "boolean":
      return `true or false${nullable}`;
    case "choice":
      return `${shape.values.map(code).join(", ")}${nullable}`;
    case "constant":
      return code(shape.value);
    case "object":
      return `object${nullable}`;
    case "list":
      return `list of ${typeText(shape.item)}${bounds(shape.minItems, shape.maxItems, " items")}${nullable}`;
    case "map":
      return `map to ${typeText(shape.item)}${nullable}`;
    case "union":
      return `${shape.branches.map(({ title }) => title).join(" or ")}${nullable}`;
    case "file":
      return "bytes of a file";
    case "json":
      return `any JSON${nullable}`;
    case "reference":
      return `${shape.name}${nullable}`;
  }
}

function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) {
    return "";
  }
  const parts = [
    least === undefined ? undefined : `at least ${least}`,
    most === undefined ? undefined : `at most ${most}`,
  ];
  return `, ${parts.filter((part) => part !== undefined).join(", ")}${unit}`;
}

function answers(row: OperationDefinition): string {
  const lines = Object.entries(row.answers).map(
    ([type, answer]) => `- \`${type}\`${answer === streamMarker ? ", passed on as it comes" : ""}`,
  );
  return `## Answers\n\nStatus ${row.status ?? 200} when it succeeds.\n\n${lines.join("\n")}`;
}

function states(row: OperationDefinition): string[] {
  const name = row.drives ?? row.observes;
  if (name === undefined) {
    return [];
  }
  const { title, transitions } = stateMachines[name];
  const lines = transitions.map(({ from, trigger, to, ...rest }) => {
    const condition = "condition" in rest ? rest.condition : "";
    return `| ${from ?? "(nothing)"} | ${trigger} | ${condition} | ${to} |`;
  });
  const use = row.drives === undefined ? "Reads" : "Moves on";
  return [
    `## States\n\n${use}: ${title} (service-api, "States and transitions").\n\n| From | On | When | To |\n|---|---|---|---|\n${lines.join("\n")}`,
  ];
}

function code(value: Json): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** Escapes the text of a Markdown table cell, because a vertical bar would start the next cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
