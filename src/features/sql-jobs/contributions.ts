import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

const isJobFile = "resourceFilename =~ /\\.sqljob\\.json$/";
const isLocalJobFile = "resourceScheme == file && resourceFilename =~ /\\.sqljob\\.json$/";
const isRunning = "workforce.tableSql.isRunning";
const isEditor = "editorLangId == workforce-tablesql";
const isStandaloneEditor = "editorLangId == workforce-tablesql && !notebookEditorFocused";

/** Manifest entries for running Spark SQL and SQL job files. */
export const contributions: Contributions = {
  commands: {
    [commandIds.runTableSql]: {
      icon: "play",
      keys: [{ key: "ctrl+enter", when: "editorTextFocus && editorLangId == workforce-tablesql" }],
      palette: isEditor,
      menus: [
        {
          menu: "editor/title",
          when: "resourceLangId == workforce-tablesql && !workforce.tableSql.isRunning",
          group: "navigation@1",
        },
        { menu: "editor/context", when: isStandaloneEditor, group: "1_run@1" },
      ],
    },
    [commandIds.runAllTableSql]: {
      icon: "run-all",
      keys: [
        {
          key: "ctrl+shift+enter",
          when: "editorTextFocus && editorLangId == workforce-tablesql && !notebookEditorFocused",
        },
      ],
      palette: isEditor,
      menus: [
        { menu: "editor/title", when: "resourceLangId == workforce-tablesql", group: "1_run@2" },
        { menu: "editor/context", when: isStandaloneEditor, group: "1_run@2" },
      ],
    },
    [commandIds.cancelTableSql]: {
      icon: "debug-stop",
      enablement: isRunning,
      menus: [
        {
          menu: "editor/title",
          when: "resourceLangId == workforce-tablesql && workforce.tableSql.isRunning",
          group: "navigation@1",
        },
      ],
    },
    [commandIds.runSqlJob]: {
      icon: "play",
      menus: [
        { menu: "editor/title", when: isJobFile, group: "navigation@1" },
        { menu: "explorer/context", when: isLocalJobFile, group: "7_workforce@3" },
        { menu: "editor/context", when: isJobFile, group: "1_run@1" },
      ],
    },
    [commandIds.dryRunSqlJob]: {
      icon: "beaker",
      menus: [
        { menu: "editor/title", when: isJobFile, group: "1_run@2" },
        { menu: "explorer/context", when: isLocalJobFile, group: "7_workforce@4" },
        { menu: "editor/context", when: isJobFile, group: "1_run@2" },
      ],
    },
    [commandIds.rehearseSqlJob]: {
      icon: "server-process",
      menus: [
        { menu: "editor/title", when: isJobFile, group: "1_run@3" },
        { menu: "explorer/context", when: isLocalJobFile, group: "7_workforce@5" },
        { menu: "editor/context", when: isJobFile, group: "1_run@3" },
      ],
    },
    [commandIds.setSparkToken]: {},
  },
  settings: {
    "sqlJobs.dryRun": { type: "boolean", default: true, scope: "window", isRestricted: true },
    // A workspace must not choose where rows and a token are sent.
    "spark.remote": { type: "string", default: "", scope: "machine", isRestricted: true },
    "spark.catalog": { type: "string", default: "lake", scope: "machine", isRestricted: true },
    "spark.catalogUri": { type: "string", default: "", scope: "machine", isRestricted: true },
    "spark.warehouse": { type: "string", default: "", scope: "machine", isRestricted: true },
    "spark.namespace": { type: "string", default: "", scope: "machine", isRestricted: true },
  },
  points: {
    jsonValidation: [{ fileMatch: "*.sqljob.json", url: "./media/sqljob.schema.json" }],
    taskDefinitions: [
      {
        type: "workforce-sqljob",
        required: ["file"],
        properties: {
          file: { type: "string", description: "%task.sqljob.file%" },
          dryRun: { type: "boolean", default: false, description: "%task.sqljob.dryRun%" },
        },
      },
    ],
  },
};
