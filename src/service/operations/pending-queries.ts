import type { queries } from "../../contract/queries.ts";
import { type Handlers, notYet } from "../handlers.ts";

export const queryHandlers: Handlers<typeof queries> = {
  queryAggregate: notYet,
  queryList: notYet,
  querySnapshot: notYet,
  querySqlLike: notYet,
};
