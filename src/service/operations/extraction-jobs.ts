import type { extractionJobs } from "../../contract/extraction-jobs.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const extractionJobHandlers: Handlers<typeof extractionJobs> = {
  triggerExtractionJobs: notYet,
  runExtractionJob: notYet,
};
