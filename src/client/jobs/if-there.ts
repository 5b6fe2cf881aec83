import { StatusError } from "../interface/errors.ts";

/** Not allowed, gone, or nothing that this service has. */
const missing: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** What only adds to an answer may be refused, gone or not there at all. */
export async function ifThere<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StatusError && missing.has(error.status)) {
      return undefined;
    }
    throw error;
  }
}
