import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** Manifest entries of the log, the diagnostics, the packaged documentation and samples, and the walkthrough. */
export const contributions: Contributions = {
  commands: {
    [commandIds.showLog]: { icon: "output" },
    [commandIds.copyDiagnostics]: { icon: "copy" },
    [commandIds.openDocumentation]: { icon: "book" },
    [commandIds.openSampleFolder]: { icon: "folder-opened" },
  },
  points: {
    walkthroughs: [
      {
        id: "start",
        title: "%walkthrough.title%",
        description: "%walkthrough.description%",
        steps: [
          {
            id: "browse",
            title: "%walkthrough.browse.title%",
            description: "%walkthrough.browse.description%",
            media: picture("model", "%walkthrough.browse.picture%"),
            completionEvents: ["onView:workforce.explorer"],
          },
          {
            id: "write",
            title: "%walkthrough.write.title%",
            description: "%walkthrough.write.description%",
            media: picture("completion", "%walkthrough.write.picture%"),
            completionEvents: ["onCommand:workforce.queries.new", "onLanguage:workforce-sqllike"],
          },
          {
            id: "run",
            title: "%walkthrough.run.title%",
            description: "%walkthrough.run.description%",
            media: picture("pivot", "%walkthrough.run.picture%"),
            completionEvents: ["onCommand:workforce.queries.run"],
          },
          {
            id: "connect",
            title: "%walkthrough.connect.title%",
            description: "%walkthrough.connect.description%",
            media: { markdown: "media/walkthrough/connect.md" },
            completionEvents: ["onCommand:workforce.connections.select", "onCommand:workforce.connections.add"],
          },
          {
            id: "load",
            title: "%walkthrough.load.title%",
            description: "%walkthrough.load.description%",
            media: { markdown: "media/walkthrough/load.md" },
            completionEvents: ["onCommand:workforce.tableSources.new", "onCommand:workforce.tableSources.upload"],
          },
          {
            id: "explore",
            title: "%walkthrough.explore.title%",
            description: "%walkthrough.explore.description%",
            media: picture("own-data", "%walkthrough.explore.picture%"),
            completionEvents: ["onCommand:workforce.results.exploreFile"],
          },
        ],
      },
    ],
  },
};

/** Picture of a walkthrough step that `npm run screenshots` takes in a dark and a light theme. */
function picture(name: string, altText: string) {
  const [dark, light] = ["dark", "light"].map((theme) => `media/pictures/${name}-${theme}.png`);
  return { image: { dark, light, hc: dark, hcLight: light }, altText };
}
