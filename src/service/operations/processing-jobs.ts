import type { processingJobs } from "../../contract/processing-jobs.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const processingJobHandlers: Handlers<typeof processingJobs> = {
  runProcessingJob: notYet,
  runConsolidatedJob: notYet,
};
