import assert from "node:assert/strict";
import { DataWindow } from "./data-window.ts";
import { storyLimitMs } from "./workforce-window.ts";

const changes = {
  changes: [
    {
      name: "Managers only",
      description: "Leaves out who manages nobody",
      document: {
        kind: "metric",
        id: "employeeCount",
        after: {
          displayName: "Employee count",
          object: "Employee",
          kind: "base",
          aggregate: "count",
          filter: "isManager = TRUE",
        },
      },
    },
  ],
};

/** An analyst's project, from its first change to production and back. */
describe("Projects in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  /** Head counts of everybody and of managers. */
  let everybody: number;
  let managers: number;
  const name = "Managers";

  before(async () => {
    data = await DataWindow.open();
    await data.write("managers.workforce-changes.json", JSON.stringify(changes, undefined, 2));
    // Starts the service, too.
    everybody = (await data.ask()).heads;
    await data.call("POST", "/v1/admin/projects", { name });
  });
  after(function () {
    return data?.leave(this.test);
  });

  const openProjects = async () => {
    const { window } = data;
    await window.showExplorer();
    for (const row of ["Local", "WFF_demo", /^Projects$/, /^Open/]) {
      await data.expand(row);
    }
  };

  it("take a change from a file, and show what publishing changes", async () => {
    const { window } = data;
    await window.openFile("managers.workforce-changes.json");
    await openProjects();
    await data.menu(name, "Import Changes...");
    await data.window.pressInNotification(`1 change was imported into ${name}.`, "Preview Publishing");
    const page = await window.reportText(`Preview of publishing ${name}.md`, /[1-9]\d* changed, 0 broken/);
    const found = new RegExp(`heads\\.sqllike: Heads.*?\\b${everybody}\\b\\s*(\\d+)`, "s").exec(page);
    managers = Number(found?.[1]);
    assert.ok(managers > 0 && managers < everybody, page);
    assert.equal((await data.ask()).heads, everybody);
  });

  it("show what their changes do", async () => {
    const { window } = data;
    await openProjects();
    await data.menu(name, "Show Changes");
    await window.reportText(`Changes of ${name}.md`, /Managers only.*filter.*isManager = TRUE/s);
  });

  it("are shared with users and with everybody, and not any more", async () => {
    const { window } = data;
    const visible = async () => {
      const answer = await data.call("GET", "/v1/admin/projects", undefined, "viewer@demo.example");
      const { openProjects = [] } = answer.json<{ openProjects?: { name: string; capabilities: string[] }[] }>();
      return openProjects.find((project) => project.name === name)?.capabilities;
    };
    assert.equal(await visible(), undefined);
    await openProjects();
    await data.menu(name, "Share Project...");
    await window.quickPickRow("Add a User...").click();
    await window.answer("User name", "viewer@demo.example");
    await window.quickPickRow("may view and change").click();
    await window.quickPickRow("Share with viewer@demo.example").waitFor();
    // The list outlives a user that is not added after all.
    await window.quickPickRow("Add a User...").click();
    await window.page.locator(".quick-input-widget", { hasText: "User name" }).waitFor();
    await window.page.keyboard.press("Escape");
    await window.quickPickRow("Share with viewer@demo.example").waitFor();
    await window.picture("share-project");
    await window.quickPickRow("Share with viewer@demo.example").click();
    await window.takeNotification(`${name} is shared with viewer@demo.example.`);
    assert.deepEqual(await visible(), ["canRead", "canWrite"]);
    await openProjects();
    await data.menu(name, "Share Project...");
    await window.quickPickRow("Everybody of WFF_demo").click();
    await window.quickPickRow("may view").click();
    await window.quickPickRow("may view and change").click();
    await window.quickPickRow("no access").click();
    await window.quickPickRow("Share with Everybody of WFF_demo").click();
    await window.takeNotification(`${name} is shared with Everybody of WFF_demo.`);
    assert.deepEqual(await visible(), ["canRead"]);
  });

  it("become production when they are published", async () => {
    const { window } = data;
    await openProjects();
    await data.menu(name, "Publish Project...");
    assert.match(await data.confirm(`Publish the project ${name}?`, "Publish"), /The preview is up to date\./);
    await window.takeNotification(new RegExp(`${name} is published as version \\d+\\.`));
    assert.equal((await data.ask()).heads, managers);
  });

  it("take production back to an earlier version", async () => {
    const { window } = data;
    await openProjects();
    await data.menu(/^Projects$/, "Roll Back to Version...");
    await window.quickPickRow("Requisition funnel").click();
    await data.window.pressInNotification(
      "The project Roll back to Requisition funnel takes production back",
      "Publish Project...",
    );
    await data.confirm("Publish the project Roll back to Requisition funnel?", "Publish");
    await window.takeNotification("Roll back to Requisition funnel is published as version");
    assert.equal((await data.ask()).heads, everybody);
  });
});
