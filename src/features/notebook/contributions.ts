import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

const isNotebook = "notebookType == workforce-notebook";

/** Manifest entries of notebooks and of the renderer of their cell outputs. */
export const contributions: Contributions = {
  commands: {
    [commandIds.newNotebook]: { icon: "notebook" },
    [commandIds.toggleNotebookOutputs]: {
      icon: "save",
      palette: isNotebook,
      menus: [{ menu: "notebook/toolbar", when: isNotebook, group: "navigation@9" }],
    },
  },
  settings: {
    "notebook.saveOutputs": { type: "boolean", default: false, scope: "window", isRestricted: true },
  },
  points: {
    notebooks: [
      {
        type: "workforce-notebook",
        displayName: "%notebook.label%",
        selector: [{ filenamePattern: "*.workforce-notebook" }],
      },
    ],
    notebookRenderer: [
      {
        id: "workforce-result-renderer",
        displayName: "%notebook.renderer%",
        entrypoint: "./dist/webview/notebook-renderer.js",
        mimeTypes: ["application/vnd.workforce.result+json"],
        requiresMessaging: "always",
      },
    ],
  },
};
