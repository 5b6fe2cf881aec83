import { destination, type Logger, pino } from "pino";
import { isRecord } from "../../base/guards.ts";
import { isSecretName } from "../../base/secret-name.ts";

/** Other names of fields that hold secrets, lower-case and without `_` and `-`. */
const secretNames = new Set(["headers", "authorization", "cookie", "setcookie", "codeverifier", "instance"]);
/**
 * Maximum depth of logged objects; deeper values are left out. Nothing that is logged intentionally is nested so deep.
 */
const maxDepth = 10;

/**
 * Creates the service's log, which writes JSON lines to standard error or to a file. Writes are synchronous, so that a
 * crash loses no line.
 */
export function createLogger(file: string | undefined): Logger {
  return pino(
    {
      base: { pid: process.pid },
      // Requests are logged by operation, never with headers or bodies; this catches a mistake.
      formatters: { log: (entry) => withoutSecrets(entry, 0) as Record<string, unknown> },
    },
    destination({ ...(file === undefined ? { dest: 2 } : { dest: file, mkdir: true }), sync: true }),
  );
}

function isSecret(name: string): boolean {
  const plain = name.replace(/[_-]/g, "").toLowerCase();
  return secretNames.has(plain) || isSecretName(plain);
}

/** Copies a log entry with the values of secret fields replaced, at any depth. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (!isRecord(value)) {
    return value;
  }
  if (depth > maxDepth) {
    return "[Left out]";
  }
  // Errors are serialized here, not by a pino serializer, because they can carry secret fields of whatever failed.
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
      isSecret(name) ? "[Redacted]" : withoutSecrets(field, depth + 1),
    ]),
  );
}
