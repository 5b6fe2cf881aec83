import type { users } from "../../contract/users.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const userHandlers: Handlers<typeof users> = {
  upsertUser: notYet,
  updateUsers: notYet,
  addUsers: notYet,
  deleteUsers: notYet,
};
