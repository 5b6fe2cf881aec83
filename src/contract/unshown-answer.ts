import * as Type from "typebox";

/**
 * The answers of an operation of which the specification shows only failures: what a success says, as text. Mostly it
 * says nothing, which is the empty text.
 */
export const unshownAnswer = { "*/*": Type.String() } as const;
