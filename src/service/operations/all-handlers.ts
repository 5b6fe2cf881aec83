import type { Contract } from "../../contract/contract.ts";
import type { Handlers } from "../handlers.ts";
import { authenticationHandlers } from "./authentication.ts";
import { projectHandlers } from "./projects.ts";
import { queryHandlers } from "./queries.ts";
import { reportHandlers } from "./reports.ts";
import { searchHandlers } from "./search.ts";
import { tableSourceHandlers } from "./table-sources.ts";

/** A handler for each operation of the contract. */
export const allHandlers: Handlers<Contract> = {
  ...authenticationHandlers,
  ...tableSourceHandlers,
  ...queryHandlers,
  ...searchHandlers,
  ...reportHandlers,
  ...projectHandlers,
};
