import type { Static } from "typebox";
import * as Type from "typebox";

/** Schema of the response body of a failed request. */
export const ErrorResponse = Type.Object({
  localizedMessage: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  rci: Type.Optional(Type.String()),
  userError: Type.Optional(Type.Boolean()),
});
export type ErrorResponse = Static<typeof ErrorResponse>;
