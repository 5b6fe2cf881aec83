import { destination, type Logger, pino } from "pino";
import { isRecord } from "../../base/guards.ts";

/** Names of fields that hold secrets, without regard to case, `_` and `-`. */
const secretNames = new Set([
  "headers",
  "authorization",
  "cookie",
  "setcookie",
  "apikey",
  "apitoken",
  "password",
  "passphrase",
  "clientsecret",
  "secretkey",
  "privatekey",
  "accesstoken",
  "refreshtoken",
  "idtoken",
  "asidtoken",
  "assertion",
  "codeverifier",
]);
/** What lies deeper is left out: nothing that is logged on purpose is so deep. */
const deepest = 10;

/** The service's log, JSON lines on standard error or in a file. Written at once, so that nothing is lost in a crash. */
export function createLogger(file: string | undefined): Logger {
  return pino(
    {
      base: { pid: process.pid },
      // Requests are logged by operation, never by their headers or bodies; this is for a slip.
      formatters: { log: (entry) => withoutSecrets(entry, 0) as Record<string, unknown> },
    },
    destination({ ...(file === undefined ? { dest: 2 } : { dest: file, mkdir: true }), sync: true }),
  );
}

/** A copy of what is logged in which the values of secret fields are replaced, however deep they lie. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (!isRecord(value)) {
    return value;
  }
  if (depth > deepest) {
    return "[Left out]";
  }
  // Here rather than by a serializer of its own, as errors carry fields of whatever failed.
  const plain = value instanceof Error ? pino.stdSerializers.err(value) : value;
  if ("toJSON" in plain && typeof plain.toJSON === "function") {
    return withoutSecrets(plain.toJSON(), depth + 1);
  }
  if (Array.isArray(plain)) {
    return plain.map((item) => withoutSecrets(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(plain).map(([name, field]) => [
      name,
      secretNames.has(name.replace(/[_-]/g, "").toLowerCase()) ? "[Redacted]" : withoutSecrets(field, depth + 1),
    ]),
  );
}
