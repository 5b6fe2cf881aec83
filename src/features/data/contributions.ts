import * as commandIds from "../../host/command-ids.ts";
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
    [commandIds.newConnectorCredential]: {
      icon: "add",
      palette: "!workforce.data.hasNoConnectors",
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Connectors|Credentials) .*credential/",
          group: "inline@2",
        },
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Connectors|Credentials) .*credential/",
          group: "2_change@1",
        },
      ],
    },
    [commandIds.assignConnectorCredentials]: {
      icon: "link",
      palette: "!workforce.data.hasNoConnectors",
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Connectors|Connector|Credential) .*assign/",
          group: "2_change@2",
        },
      ],
    },
    [commandIds.editConnectorSettings]: {
      icon: "settings-gear",
      palette: "!workforce.data.hasNoConnectors",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^data(Connectors|Connector) .*settings/", group: "1_open@2" },
      ],
    },
    [commandIds.extractNow]: {
      icon: "play",
      palette: "!workforce.data.hasNoConnectors",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^data(Connectors|Connector) .*extract/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^data(Connectors|Connector) .*extract/", group: "1_open@1" },
      ],
    },
    [commandIds.deleteConnectorCredential]: onItem("viewItem =~ /^dataCredential .*forget/", "trash", "3_delete@1"),
    [commandIds.copyDataName]: onItem(
      "viewItem =~ /^data(Source|Column|Transaction|Upload|File|Category|Version|Connector|Credential|Key)( |$)/",
      "copy",
      "5_copy@1",
    ),
  },
  points: {
    jsonValidation: [{ fileMatch: "*.workforce-connectors.json", url: "./media/connector-settings.schema.json" }],
    taskDefinitions: [
      {
        type: "workforce-extract",
        properties: {
          connectors: { type: "array", items: { type: "string" }, description: "%task.extract.connectors%" },
          since: { type: "string", description: "%task.extract.since%" },
          weeks: { type: "integer", minimum: 0, description: "%task.extract.weeks%" },
          months: { type: "integer", minimum: 0, description: "%task.extract.months%" },
          all: { type: "boolean", default: false, description: "%task.extract.all%" },
          process: { type: "boolean", default: false, description: "%task.extract.process%" },
          tables: { type: "boolean", default: false, description: "%task.extract.tables%" },
        },
      },
    ],
  },
};
