import * as Type from "typebox";

/**
 * Responses of an operation for which the specification shows only failures: the body of a success as text, which is
 * usually empty.
 */
export const unshownAnswer = { "*/*": Type.String() } as const;
