import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

const isComposer = "activeCustomEditorId == workforce.sqlJobComposer";
const isOtherEditor = "resourceFilename =~ /\\.sqljob\\.json$/ && activeCustomEditorId != workforce.sqlJobComposer";

/**
 * Manifest entries of the visual editor for job files, and of the commands that switch between it and the text editor.
 */
export const contributions: Contributions = {
  commands: {
    [commandIds.openComposer]: {
      icon: "open-preview",
      palette: isOtherEditor,
      menus: [
        { menu: "editor/title", when: isOtherEditor, group: "navigation@2" },
        { menu: "explorer/context", when: "resourceFilename =~ /\\.sqljob\\.json$/", group: "7_workforce@5" },
      ],
    },
    [commandIds.openComposerAsJson]: {
      icon: "json",
      palette: isComposer,
      menus: [{ menu: "editor/title", when: isComposer, group: "navigation@2" }],
    },
  },
  points: {
    customEditors: [
      {
        viewType: "workforce.sqlJobComposer",
        displayName: "%customEditor.sqlJobComposer%",
        selector: [{ filenamePattern: "*.sqljob.json" }],
        priority: "option",
      },
    ],
  },
};
