import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** Manifest entries of the assistant. */
export const contributions: Contributions = {
  commands: {
    [commandIds.askQuestion]: {
      icon: "comment-discussion",
      menus: [{ menu: "view/title", when: "view == workforce.explorer", group: "1_ask@1" }],
    },
  },
};
