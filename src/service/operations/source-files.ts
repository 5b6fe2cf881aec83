import type { sourceFiles } from "../../contract/source-files.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const sourceFileHandlers: Handlers<typeof sourceFiles> = {
  downloadSourceFiles: notYet,
  downloadSourceFile: notYet,
};
