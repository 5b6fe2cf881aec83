import { columnTypes } from "./column-types.ts";
import { comparing } from "./comparing.ts";
import { connections } from "./connections.ts";
import { editor } from "./editor.ts";
import { explorer } from "./explorer.ts";
import { faults } from "./faults.ts";
import { jobs } from "./jobs.ts";
import { mainJob } from "./main-job.ts";
import { rowLimit } from "./row-limit.ts";
import { storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

/** One window for everything a person does in one sitting: a window of its own for each would take minutes. */
describe("Workforce Analytics in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow | undefined;
  const current = () => {
    if (!window) {
      throw new Error("The window did not open.");
    }
    return window;
  };

  before(async () => {
    window = await WorkforceWindow.open({ openFile: "headcount.sqllike" });
  });
  after(() => window?.close());
  mainJob(current);
  explorer(current);
  jobs(current);
  editor(current);
  rowLimit(current);
  faults(current);
  columnTypes(current);
  connections(current);
  comparing(current);
});
