import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

const menu = "view/item/context";

/** Manifest entries of webhooks. */
export const contributions: Contributions = {
  commands: {
    [commandIds.newWebhook]: {
      icon: "add",
      menus: [
        { menu, when: "viewItem =~ /^webhooks .*new/", group: "inline@1" },
        { menu, when: "viewItem =~ /^webhooks .*new/", group: "1_open@1" },
      ],
    },
    [commandIds.testWebhook]: {
      icon: "beaker",
      palette: notInPalette,
      menus: [
        { menu, when: "viewItem =~ /^webhook .*test/", group: "inline@1" },
        { menu, when: "viewItem =~ /^webhook .*test/", group: "1_open@1" },
      ],
    },
    [commandIds.editWebhook]: {
      icon: "edit",
      palette: notInPalette,
      menus: [{ menu, when: "viewItem =~ /^webhook .*edit/", group: "2_change@1" }],
    },
    [commandIds.deleteWebhook]: {
      icon: "trash",
      palette: notInPalette,
      menus: [{ menu, when: "viewItem =~ /^webhook .*delete/", group: "2_change@2" }],
    },
    [commandIds.copyVerificationCode]: {
      icon: "copy",
      menus: [{ menu, when: "viewItem =~ /^webhooks?( |$)/", group: "5_copy@1" }],
    },
  },
};
