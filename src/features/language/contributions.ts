import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** Token scopes that the grammars of queries and of shell scripts share. */
const tokenScopes = {
  metric: ["entity.name.function.metric.sqllike"],
  dimension: ["entity.name.type.dimension.sqllike"],
  property: ["variable.other.property.sqllike", "variable.other"],
  concept: ["entity.name.type.concept.sqllike"],
  reference: ["entity.name.namespace.reference.sqllike", "entity.name.type"],
  analyticObject: ["entity.name.type.class.sqllike"],
  timeColumn: ["variable.language.time.sqllike"],
  function: ["support.function.builtin.sqllike"],
  parameter: ["variable.parameter.sqllike", "variable"],
  unit: ["support.constant.unit.sqllike", "constant"],
  level: ["constant.other.level.sqllike", "constant.language"],
  label: ["entity.name.label.sqllike", "string.quoted.double.sqllike"],
  dimensionMember: ["string.quoted.member.sqllike"],
  attribute: ["variable.other.name.sqllike", "variable"],
  "*.unknown": ["variable.other.unknown.sqllike", "variable"],
  "*.deprecated": ["invalid.deprecated.sqllike"],
};

/**
 * Manifest entries of the SQL-like and Spark SQL languages: file types, grammars, semantic colours, models and editor
 * settings.
 */
export const contributions: Contributions = {
  commands: {
    [commandIds.refreshModel]: { icon: "refresh" },
    [commandIds.exportModel]: { icon: "export" },
  },
  settings: {
    "model.file": { type: "string", default: "", scope: "resource", isRestricted: true },
    "model.useWorkspaceFiles": { type: "boolean", default: true, scope: "resource" },
    "model.refreshAfterHours": { type: "number", default: 24, minimum: 0, scope: "window" },
    "editor.memberCounts": { type: "boolean", default: true, scope: "window" },
    "editor.inlayHints.periods": { type: "boolean", default: true, scope: "window" },
    "editor.inlayHints.queryKind": { type: "boolean", default: true, scope: "window" },
    "editor.inlayHints.memberNames": { type: "boolean", default: true, scope: "window" },
    "editor.inlayHints.levelNames": { type: "boolean", default: true, scope: "window" },
    "editor.inlayHints.parameterNames": { type: "boolean", default: true, scope: "window" },
  },
  points: {
    languages: [
      {
        id: "workforce-sqllike",
        aliases: ["Workforce SQL-like", "workforce-sqllike"],
        extensions: [".sqllike"],
        configuration: "./syntaxes/sqllike.language-configuration.json",
        icon: fileIcon("workforce-file"),
      },
      {
        id: "workforce-sqllike-shell",
        aliases: ["Workforce Shell Script", "workforce-sqllike-shell"],
        extensions: [".wfshell"],
        configuration: "./syntaxes/sqllike.language-configuration.json",
        icon: fileIcon("shell-file"),
      },
      {
        id: "workforce-tablesql",
        aliases: ["Workforce Table SQL", "workforce-tablesql"],
        extensions: [".tablesql"],
        configuration: "./syntaxes/tablesql.language-configuration.json",
        icon: fileIcon("table-sql-file"),
      },
    ],
    grammars: [
      { language: "workforce-sqllike", scopeName: "source.sqllike", path: "./syntaxes/sqllike.tmLanguage.json" },
      {
        language: "workforce-sqllike-shell",
        scopeName: "source.sqllike.shell",
        path: "./syntaxes/sqllike-shell.tmLanguage.json",
      },
      { language: "workforce-tablesql", scopeName: "source.tablesql", path: "./syntaxes/tablesql.tmLanguage.json" },
    ],
    snippets: [
      { language: "workforce-sqllike", path: "./syntaxes/sqllike.snippets.json" },
      { language: "workforce-tablesql", path: "./syntaxes/tablesql.snippets.json" },
    ],
    jsonValidation: [{ fileMatch: "*.workforce-model.json", url: "./syntaxes/workforce-model.schema.json" }],
    configurationDefaults: {
      "[workforce-sqllike]": {
        "editor.semanticHighlighting.enabled": true,
        "editor.quickSuggestions": { other: "on", comments: "off", strings: "on" },
      },
      "[workforce-sqllike-shell]": {
        "editor.semanticHighlighting.enabled": true,
        "editor.quickSuggestions": { other: "on", comments: "off", strings: "on" },
      },
    },
    semanticTokenTypes: [
      { id: "metric", superType: "function", description: "%semanticToken.metric%" },
      { id: "dimension", superType: "enum", description: "%semanticToken.dimension%" },
      { id: "concept", superType: "type", description: "%semanticToken.concept%" },
      { id: "reference", superType: "namespace", description: "%semanticToken.reference%" },
      { id: "analyticObject", superType: "class", description: "%semanticToken.analyticObject%" },
      { id: "timeColumn", superType: "variable", description: "%semanticToken.timeColumn%" },
      { id: "unit", superType: "enumMember", description: "%semanticToken.unit%" },
      { id: "level", superType: "enumMember", description: "%semanticToken.level%" },
      { id: "dimensionMember", superType: "enumMember", description: "%semanticToken.dimensionMember%" },
      { id: "attribute", superType: "variable", description: "%semanticToken.attribute%" },
    ],
    semanticTokenModifiers: [{ id: "unknown", description: "%semanticToken.unknown%" }],
    semanticTokenScopes: ["workforce-sqllike", "workforce-sqllike-shell"].map((language) => ({
      language,
      scopes: tokenScopes,
    })),
  },
};

/** Returns the icons of a file type: the image in `media` stands out in light and dark themes alike. */
function fileIcon(name: string): { readonly light: string; readonly dark: string } {
  const image = `./media/${name}.svg`;
  return { light: image, dark: image };
}
