import type { JobPath } from "../../protocol/composer-view.ts";
import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { element } from "../element.ts";
import type { CardKind } from "./card-list.ts";
import { CheckboxField, ChoiceField, createFormatChoices } from "./choice-field.ts";
import { type FieldAtPath, FieldGroup, type JobField, type ProblemAnchor, valueAtPath } from "./job-field.ts";
import { ListField } from "./list-field.ts";
import type { PageContext } from "./page-context.ts";
import { PreservedField } from "./preserved-field.ts";
import { createMetadataField } from "./section-fields.ts";
import { SqlField } from "./sql-field.ts";
import { TextField } from "./text-field.ts";

/** Output file of a query; it exists while its name is not empty. */
class OutputField implements JobField {
  readonly element: HTMLElement;
  readonly #name: TextField;
  readonly #format: ChoiceField;
  #hasOutput = false;

  constructor(context: PageContext) {
    const { strings } = context;
    this.#name = new TextField(context, {
      label: strings.output,
      note: strings.outputNote,
      toEdit: (path, filename) => {
        const output = path.slice(0, -1);
        if (filename === "") {
          return { kind: "remove", path: output };
        }
        return this.#hasOutput
          ? { kind: "set", path, value: filename }
          : { kind: "set", path: output, value: { format: { csv: { header: true } }, filename } };
      },
    });
    this.#format = new ChoiceField(context, strings.outputFormat, createFormatChoices(context, false));
    this.element = element("div", { class: "field-pair" }, this.#name.element, this.#format.element);
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#hasOutput = value !== undefined;
    this.#name.show(valueAtPath(value, "filename"), [...path, "filename"]);
    this.#format.show(valueAtPath(value, "format"), [...path, "format"]);
    this.#format.element.hidden = !this.#hasOutput;
  }

  anchors(): readonly ProblemAnchor[] {
    return [...this.#name.anchors(), ...this.#format.anchors()];
  }

  flush(): void {
    this.#name.flush();
  }

  focus(): void {
    this.#name.focus();
  }
}

/** Kinds of actions (sql-like-language 13.2), most common first. Here, a query in a file is a separate kind. */
const actionNames = [
  "query",
  "queryFile",
  "upsert",
  "replace",
  "setMetadata",
  "reset",
  "commit",
  "rollback",
  "process",
] as const;
type ActionName = (typeof actionNames)[number];

const newActions: Readonly<Record<ActionName, Json>> = {
  query: { query: { query: "" } },
  queryFile: { query: { query: { file: "" } } },
  upsert: { upsert: { source: "", target: "", keys: [] } },
  replace: { replace: { source: "", target: "" } },
  setMetadata: { setMetadata: { table: "", metadata: {} } },
  reset: { reset: { table: "", asOfTimestamp: "" } },
  commit: { commit: {} },
  rollback: { rollback: {} },
  process: { process: {} },
};

/** Describes how the actions of a job are shown as cards. */
export function createActionCardKind(context: PageContext): CardKind {
  const { strings } = context;
  return {
    shapeOf,
    titleOf: (value, number) => {
      const shape = shapeOf(value);
      const name = isActionName(shape) ? strings[shape] : strings.otherAction;
      return context.text("numbered", strings.action, String(number), name);
    },
    createField: (shape) =>
      isActionName(shape) ? new FieldGroup(fieldsOf(shape, context)) : new PreservedField(context),
    additions: actionNames.map((name) => ({ label: strings[name], value: newActions[name] })),
  };
}

function isActionName(name: string): name is ActionName {
  return actionNames.some((known) => known === name);
}

function shapeOf(value: Json): string {
  const [name, ...others] = isJsonObject(value) ? Object.keys(value) : [];
  if (name === undefined || others.length > 0 || !isJsonObject(valueAtPath(value, name))) {
    return "other";
  }
  if (name === "query") {
    const sql = valueAtPath(value, "query", "query");
    return isJsonObject(sql) ? "queryFile" : sql === undefined || typeof sql === "string" ? "query" : "other";
  }
  return name;
}

function fieldsOf(name: ActionName, context: PageContext): readonly FieldAtPath[] {
  const { strings } = context;
  const table = (key: string, of: "tables" | "sources", label: "source" | "target" | "resetTable"): FieldAtPath => {
    const note = label === "resetTable" ? strings.targetNote : strings[`${label}Note`];
    return [[name, key], new TextField(context, { label: strings[label], note, of, isRequired: true })];
  };
  switch (name) {
    case "query":
      return [[["query", "query"], new SqlField(context)], ...queryFields(context)];
    case "queryFile":
      return [
        [["query", "query", "file"], new TextField(context, { label: strings.sqlFile, file: "sql", isRequired: true })],
        ...queryFields(context),
      ];
    case "upsert":
      return [
        table("source", "sources", "source"),
        table("target", "tables", "target"),
        [["upsert", "keys"], keysField(context)],
      ];
    case "replace":
      return [table("source", "sources", "source"), table("target", "tables", "target")];
    case "setMetadata":
      return [
        [["setMetadata", "table"], tableIdField(context)],
        [["setMetadata", "metadata"], createMetadataField(context)],
        [["setMetadata", "applyToUnmodifiedTenants"], new CheckboxField(context, strings.applyToUnmodifiedTenants)],
      ];
    case "reset":
      return [
        table("table", "tables", "resetTable"),
        [
          ["reset", "asOfTimestamp"],
          new TextField(context, { label: strings.asOfTimestamp, note: strings.asOfTimestampNote, isRequired: true }),
        ],
      ];
    case "commit":
      return [[["commit"], new SentenceField(strings.commitText)]];
    case "rollback":
      return [[["rollback"], new SentenceField(strings.rollbackText)]];
    case "process":
      return processFields(context);
  }
}

function queryFields(context: PageContext): readonly FieldAtPath[] {
  const { strings } = context;
  const timeout = { label: strings.timeoutSeconds, note: strings.timeoutSecondsNote, isInteger: true };
  return [
    [["query", "output"], new OutputField(context)],
    [["query", "timeoutSeconds"], new TextField(context, timeout)],
    [["query", "rollbackOnEmpty"], new CheckboxField(context, strings.rollbackOnEmpty)],
  ];
}

function processFields(context: PageContext): readonly FieldAtPath[] {
  const { strings } = context;
  const text = (key: "projectId" | "versionId" | "deferTimeNotAfter"): FieldAtPath => [
    ["process", key],
    new TextField(context, { label: strings[key], note: strings[`${key}Note`] }),
  ];
  const categories = { label: strings.dataCategoryIds, note: strings.dataCategoryIdsNote, item: strings.dataCategory };
  return [
    text("projectId"),
    text("versionId"),
    [["process", "dataCategoryIds"], new ListField(context, categories)],
    text("deferTimeNotAfter"),
  ];
}

function keysField(context: PageContext): JobField {
  const { strings } = context;
  return new ListField(context, {
    label: strings.keys,
    note: strings.keysNote,
    item: strings.column,
    of: "keys",
    isRequired: true,
  });
}

function tableIdField(context: PageContext): JobField {
  const { strings } = context;
  return new TextField(context, {
    label: strings.tableId,
    note: strings.tableIdNote,
    of: "tableIds",
    isRequired: true,
  });
}

/** An action without fields, shown as a sentence. */
class SentenceField implements JobField {
  readonly element: HTMLElement;

  constructor(text: string) {
    this.element = element("p", { class: "field-note" }, text);
  }

  show(): void {}

  anchors(): readonly [] {
    return [];
  }

  flush(): void {}

  focus(): void {
    this.element.closest<HTMLElement>(".card")?.focus();
  }
}
