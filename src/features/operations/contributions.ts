import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** Manifest entry of the command that calls any API operation. */
export const contributions: Contributions = {
  commands: {
    [commandIds.callOperation]: { icon: "play-circle" },
  },
};
