import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

/** Manifest entries of the exports of tenants. */
export const contributions: Contributions = {
  commands: {
    [commandIds.exportDataVersion]: {
      icon: "export",
      palette: "!workforce.exports.hasNoVersionExport",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^versionExports .*export/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^versionExports .*export/", group: "1_open@1" },
        {
          menu: "view/item/context",
          when: "viewItem =~ /^dataVersion( |$)/ && !workforce.exports.hasNoVersionExport",
          group: "1_open@2",
        },
      ],
    },
    [commandIds.downloadExport]: {
      icon: "cloud-download",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^versionExport .*downloadAll/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^versionExport .*downloadAll/", group: "1_open@1" },
      ],
    },
    [commandIds.openExportFile]: {
      icon: "table",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^exportFile .*open/", group: "1_open@1" }],
    },
    [commandIds.runExportConnector]: {
      icon: "play",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^exportConnector .*run/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^exportConnector .*run/", group: "1_open@1" },
      ],
    },
    [commandIds.newExportCredential]: {
      icon: "add",
      palette: "!workforce.exports.hasNoCredentials",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^exportCredentials .*create/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^exportCredentials .*create/", group: "1_open@1" },
      ],
    },
    [commandIds.validateExportCredential]: {
      icon: "verified",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^exportCredential .*validate/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^exportCredential .*validate/", group: "1_open@1" },
      ],
    },
    [commandIds.replaceExportCredential]: {
      icon: "edit",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^exportCredential .*replace/", group: "1_open@2" }],
    },
    [commandIds.deleteExportCredential]: {
      icon: "trash",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^exportCredential .*delete/", group: "3_delete@1" }],
    },
    [commandIds.copyExportName]: {
      icon: "copy",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^(versionExport|exportFile)( |$)/", group: "5_copy@1" }],
    },
  },
};
