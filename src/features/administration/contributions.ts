import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

const isEditor = "resourceLangId == workforce-users";

/** Manifest entries of administration: users files and what is done with them. */
export const contributions: Contributions = {
  commands: {
    [commandIds.newUsersFile]: { icon: "organization" },
    [commandIds.applyUsers]: {
      icon: "cloud-upload",
      palette: "editorLangId == workforce-users",
      menus: [
        { menu: "editor/title", when: isEditor, group: "navigation@1" },
        { menu: "editor/context", when: "editorLangId == workforce-users", group: "1_users@1" },
        {
          menu: "explorer/context",
          when: "resourceFilename =~ /\\.workforce-users\\.csv$/",
          group: "7_workforce@5",
        },
      ],
    },
  },
  points: {
    languages: [
      {
        id: "workforce-users",
        aliases: ["Workforce Users", "workforce-users"],
        extensions: [".workforce-users.csv"],
      },
    ],
  },
};
