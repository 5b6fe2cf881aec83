import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import type { CardKind } from "./card-list.ts";
import { CheckboxField, ChoiceField, createFormatChoices } from "./choice-field.ts";
import { FieldGroup, type JobField, valueAtPath } from "./job-field.ts";
import { ListField } from "./list-field.ts";
import type { PageContext } from "./page-context.ts";
import { NameTextPairsField } from "./pairs-field.ts";
import { PreservedField } from "./preserved-field.ts";
import { TextField } from "./text-field.ts";

export function createMetadataField(context: PageContext): JobField {
  const { strings } = context;
  return new NameTextPairsField(context, {
    label: strings.metadata,
    note: strings.metadataNote,
    item: strings.pair,
    keyLabel: strings.key,
    valueLabel: strings.value,
  });
}

const objectOrOther = (value: Json) => (isJsonObject(value) ? "object" : "other");

/** Describes how the inputs of a job are shown as cards. */
export function createInputCardKind(context: PageContext): CardKind {
  const { strings } = context;
  const value: Json = { id: "", filename: "", format: { csv: { header: true } } };
  const text = (key: "filename" | "tenantCodeColumn") =>
    new TextField(context, {
      label: strings[key],
      note: strings[`${key}Note`],
      of: key === "filename" ? "inputFiles" : "inputColumns",
    });
  const filenames = { label: strings.filenames, note: strings.filenamesNote, item: strings.file };
  const distributions = [
    { label: strings.leftOut, value: undefined },
    { label: strings.noDistribution, value: "NO_DISTRIBUTION" },
    { label: strings.distributeFiles, value: "DISTRIBUTE_FILES" },
    { label: strings.distributeRows, value: "DISTRIBUTE_ROWS" },
  ];
  return {
    shapeOf: objectOrOther,
    titleOf: (item, number) => {
      const id = valueAtPath(item, "id") ?? valueAtPath(item, "filename") ?? "";
      const name = typeof id === "string" ? id : "";
      return name === ""
        ? context.text("item", strings.input, String(number))
        : context.text("numbered", strings.input, String(number), name);
    },
    createField: (shape) =>
      shape === "other"
        ? new PreservedField(context)
        : new FieldGroup([
            [["id"], new TextField(context, { label: strings.inputId, note: strings.inputIdNote })],
            [["filename"], text("filename")],
            [["filenames"], new ListField(context, { ...filenames, of: "inputFiles" })],
            [["format"], new ChoiceField(context, strings.format, createFormatChoices(context, true))],
            [
              ["inputDistributionMode"],
              new ChoiceField(context, strings.distribution, distributions, strings.distributionNote),
            ],
            [["tenantCodeColumn"], text("tenantCodeColumn")],
            [["prependAdminTenantCode"], new CheckboxField(context, strings.prependAdminTenantCode)],
            [["fileContainerName"], new TextField(context, { label: strings.fileContainerName })],
          ]),
    additions: [{ label: strings.input, value }],
  };
}

/** Describes how the preconditions of a job are shown as cards. */
export function createPreconditionCardKind(context: PageContext): CardKind {
  const { strings } = context;
  const table = { label: strings.tableId, note: strings.tableIdNote, of: "tableIds", isRequired: true } as const;
  return {
    shapeOf: objectOrOther,
    titleOf: (_item, number) => context.text("item", strings.precondition, String(number)),
    createField: (shape) =>
      shape === "other"
        ? new PreservedField(context)
        : new FieldGroup([
            [["table"], new TextField(context, table)],
            [["metadata"], createMetadataField(context)],
          ]),
    additions: [{ label: strings.precondition, value: { table: "", metadata: {} } }],
  };
}

/** Describes how the downloads of a job are shown as cards: only a name, or a name and the file to save to. */
export function createDownloadCardKind(context: PageContext): CardKind {
  const { strings } = context;
  const output = { label: strings.outputName, of: "outputs", isRequired: true } as const;
  const saveAs = { label: strings.saveAs, note: strings.saveAsNote, file: "download" } as const;
  return {
    shapeOf: (value) => (typeof value === "string" ? "name" : objectOrOther(value)),
    titleOf: (_item, number) => context.text("item", strings.download, String(number)),
    createField: (shape) => {
      if (shape === "other") {
        return new PreservedField(context);
      }
      return shape === "name"
        ? new FieldGroup([[[], new TextField(context, output)]])
        : new FieldGroup([
            [["filename"], new TextField(context, output)],
            [["file"], new TextField(context, saveAs)],
          ]);
    },
    additions: [{ label: strings.download, value: { filename: "" } }],
  };
}
