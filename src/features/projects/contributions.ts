import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

/** Returns the manifest entries of a command on a project or on the group of projects. */
function onItem(when: string, icon: string, group: string) {
  return { icon, palette: notInPalette, menus: [{ menu: "view/item/context", when, group }] };
}

const onProject = (icon: string, group: string) => onItem("viewItem =~ /^project( |$)/", icon, group);
const onProjects = (icon: string, group: string) => onItem("viewItem == projects", icon, group);

/** Manifest entries of the commands on projects and production versions. */
export const contributions: Contributions = {
  commands: {
    [commandIds.showProjectCommits]: onItem("viewItem =~ /^project.* commits/", "git-commit", "1_open@1"),
    [commandIds.newProjectChange]: onProject("edit", "1_open@2"),
    [commandIds.importProjectChanges]: onProject("cloud-upload", "1_open@3"),
    [commandIds.previewPublishing]: onProject("eye", "2_publish@1"),
    [commandIds.publishProject]: onProject("rocket", "2_publish@2"),
    [commandIds.changeProjectStage]: onProject("arrow-swap", "2_publish@3"),
    [commandIds.shareProject]: onProject("live-share", "2_publish@4"),
    [commandIds.exportProductionVersions]: onProjects("export", "2_versions@1"),
    [commandIds.rollBackToVersion]: onProjects("history", "2_versions@2"),
  },
};
