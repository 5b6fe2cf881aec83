import type { userOperations } from "../../contract/users.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

export const userHandlers: OperationHandlers<typeof userOperations> = {
  upsertUser: respondNotImplemented,
  updateUsers: respondNotImplemented,
  addUsers: respondNotImplemented,
  deleteUsers: respondNotImplemented,
};
