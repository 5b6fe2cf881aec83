import type { dataVersions } from "../../contract/data-versions.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const dataVersionHandlers: Handlers<typeof dataVersions> = {
  listLatestDataVersions: notYet,
  disableDataVersions: notYet,
  listDataCategories: notYet,
};
