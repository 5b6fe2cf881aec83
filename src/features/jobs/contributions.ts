import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette, whenSidebarVisible } from "../../host/contributions.ts";

const isJobsView = "view == workforce.jobs";
const isAnyJob = "viewItem =~ /^(job|watchedJob)/";
const isOpenJob = "viewItem =~ /^(job|watchedJob)Open$/";

/** Manifest entries of the jobs view. */
export const contributions: Contributions = {
  commands: {
    [commandIds.refreshJobs]: {
      icon: "refresh",
      menus: [{ menu: "view/title", when: isJobsView, group: "navigation@1" }],
    },
    [commandIds.selectJobWindow]: {
      icon: "history",
      menus: [{ menu: "view/title", when: isJobsView, group: "navigation@2" }],
    },
    [commandIds.cancelJobs]: {
      icon: "debug-stop",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: isOpenJob, group: "inline@1" },
        { menu: "view/item/context", when: isOpenJob, group: "1_change@1" },
      ],
    },
    [commandIds.showJobLog]: {
      icon: "output",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: isAnyJob, group: "inline@2" },
        { menu: "view/item/context", when: isAnyJob, group: "1_open@1" },
      ],
    },
    [commandIds.copyJobId]: {
      icon: "copy",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: isAnyJob, group: "5_copy@1" }],
    },
    [commandIds.forgetJob]: {
      icon: "close",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^watchedJob/", group: "1_change@2" }],
    },
    [commandIds.forgetEndedJobs]: {
      icon: "clear-all",
      palette: whenSidebarVisible,
      menus: [{ menu: "view/title", when: isJobsView, group: "navigation@3" }],
    },
  },
  points: {
    views: {
      workforce: [
        {
          id: "workforce.jobs",
          name: "%view.jobs%",
          contextualTitle: "%view.container%",
          icon: "media/workforce.svg",
          visibility: "collapsed",
        },
      ],
    },
  },
};
