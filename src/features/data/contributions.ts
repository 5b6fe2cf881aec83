import { commandIds } from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

/** Returns the manifest entry of a command that needs a tree item: in its context menu and, if given, as a button. */
function onItem(when: string, icon: string, group: string, inline?: string) {
  const buttons = inline === undefined ? [] : [{ menu: "view/item/context", when, group: inline }];
  return { icon, palette: notInPalette, menus: [...buttons, { menu: "view/item/context", when, group }] };
}

/** Manifest entries of the data of tenants. */
export const contributions: Contributions = {
  commands: {
    [commandIds.newLoadCsv]: {
      icon: "new-file",
      palette: "!workforce.data.hasNoLoadSchema",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^dataSource .*csv/", group: "1_open@1" },
        { menu: "view/item/context", when: "viewItem =~ /^dataSource .*csv/", group: "inline@1" },
      ],
    },
    [commandIds.processNow]: {
      icon: "play",
      palette: "!workforce.data.hasNoProcessing",
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Uploads|Versions|Category) .*process/",
          group: "inline@1",
        },
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Uploads|Versions|Category|Upload) .*process/",
          group: "1_open@2",
        },
      ],
    },
    [commandIds.excludeUploads]: onItem(
      "viewItem =~ /^dataUpload .*exclude/",
      "circle-slash",
      "2_change@1",
      "inline@1",
    ),
    [commandIds.includeUploads]: onItem("viewItem =~ /^dataUpload .*include/", "pass", "2_change@1", "inline@1"),
    [commandIds.downloadOriginal]: onItem(
      "viewItem =~ /^dataFile .*download/",
      "cloud-download",
      "1_open@2",
      "inline@2",
    ),
    [commandIds.openProblemFile]: onItem("viewItem =~ /^dataFile .*problems/", "warning", "1_open@1", "inline@1"),
    [commandIds.publishDataVersion]: onItem("viewItem =~ /^dataVersion .*publish/", "rocket", "2_change@1"),
    [commandIds.disableDataVersion]: onItem("viewItem =~ /^dataVersion .*disable/", "circle-slash", "2_change@2"),
    [commandIds.compareDataVersion]: onItem("viewItem =~ /^dataVersion .*compare/", "diff", "1_open@1", "inline@1"),
    [commandIds.commitIntake]: onItem("viewItem =~ /^dataTransaction .*commit/", "check", "2_change@1", "inline@1"),
    [commandIds.rollBackIntake]: onItem("viewItem =~ /^dataTransaction .*rollBack/", "discard", "2_change@2"),
    [commandIds.generatePgpKey]: onItem("viewItem =~ /^dataKeys .*generate/", "add", "1_open@1", "inline@1"),
    [commandIds.savePgpKey]: onItem("viewItem =~ /^dataKey .*save/", "save-as", "1_open@1", "inline@1"),
    [commandIds.copyKeyFingerprint]: onItem("viewItem =~ /^dataKey( |$)/", "copy", "5_copy@2"),
    [commandIds.deletePgpKey]: onItem("viewItem =~ /^dataKey .*delete/", "trash", "2_change@1"),
    [commandIds.copyDataName]: onItem(
      "viewItem =~ /^data(Source|Column|Transaction|Upload|File|Category|Version|Key)( |$)/",
      "copy",
      "5_copy@1",
    ),
  },
};
