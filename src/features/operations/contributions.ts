import { commandIds } from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** The manifest entry of calling any operation. */
export const contributions: Contributions = {
  commands: {
    [commandIds.callOperation]: { icon: "play-circle" },
  },
};
