import { authentication } from "./authentication.ts";
import { projects } from "./projects.ts";
import { queries } from "./queries.ts";
import { reports } from "./reports.ts";
import { search } from "./search.ts";
import { tableSources } from "./table-sources.ts";

/** Every operation of the service that this build knows, by its name. */
export const contract = {
  ...authentication,
  ...tableSources,
  ...queries,
  ...search,
  ...reports,
  ...projects,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;
