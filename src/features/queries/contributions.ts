import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

const isEditor = "editorLangId == workforce-sqllike";
const isOwnEditor = "editorLangId == workforce-sqllike && !notebookEditorFocused";
const isQueryFile = "resourceLangId == workforce-sqllike";
const isRunning = "workforce.queries.isRunning";

/** Manifest entries for running a query: commands, keys and the time limit. */
export const contributions: Contributions = {
  commands: {
    [commandIds.runQuery]: {
      icon: "play",
      keys: [{ key: "ctrl+enter", when: "editorTextFocus && editorLangId == workforce-sqllike" }],
      palette: isEditor,
      menus: [
        {
          menu: "editor/title",
          when: "resourceLangId == workforce-sqllike && !workforce.queries.isRunning",
          group: "navigation@1",
        },
        { menu: "editor/context", when: isOwnEditor, group: "1_run@1" },
      ],
    },
    [commandIds.runAllQueries]: {
      icon: "run-all",
      keys: [
        {
          key: "ctrl+shift+enter",
          when: "editorTextFocus && editorLangId == workforce-sqllike && !notebookEditorFocused",
        },
      ],
      palette: isEditor,
      menus: [
        { menu: "editor/title", when: isQueryFile, group: "1_run@2" },
        { menu: "editor/context", when: isOwnEditor, group: "1_run@2" },
      ],
    },
    [commandIds.runShellScript]: {
      icon: "run-all",
      keys: [{ key: "ctrl+shift+enter", when: "editorTextFocus && editorLangId == workforce-sqllike-shell" }],
      palette: "editorLangId == workforce-sqllike-shell",
      menus: [{ menu: "editor/title", when: "resourceLangId == workforce-sqllike-shell", group: "navigation@1" }],
    },
    [commandIds.cancelQuery]: {
      icon: "debug-stop",
      enablement: isRunning,
      menus: [
        {
          menu: "editor/title",
          when: "resourceLangId == workforce-sqllike && workforce.queries.isRunning",
          group: "navigation@1",
        },
      ],
    },
    [commandIds.selectRowLimit]: {
      icon: "list-ordered",
      palette: isEditor,
      menus: [{ menu: "editor/title", when: isQueryFile, group: "1_run@3" }],
    },
    [commandIds.saveAsReport]: {
      icon: "graph",
      palette: isEditor,
      menus: [
        { menu: "editor/title", when: isQueryFile, group: "1_run@4" },
        { menu: "editor/context", when: isEditor, group: "1_run@3" },
      ],
    },
    [commandIds.newQuery]: { icon: "new-file" },
  },
  settings: {
    "queries.timeoutSeconds": { type: "integer", default: 600, scope: "window", minimum: 1 },
  },
};
