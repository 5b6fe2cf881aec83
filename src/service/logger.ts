import { destination, type Logger, pino } from "pino";

/** The service's log, JSON lines on standard error or in a file. Written at once, so that nothing is lost in a crash. */
export function createLogger(file: string | undefined): Logger {
  return pino(
    {
      base: { pid: process.pid },
      // Requests are logged by operation, never by their headers or bodies; this is for a slip.
      redact: [
        "headers",
        "req.headers",
        "*.headers",
        "*.authorization",
        "*.cookie",
        "*.apikey",
        "*.apiKey",
        "*.password",
      ],
    },
    destination({ ...(file === undefined ? { dest: 2 } : { dest: file, mkdir: true }), sync: true }),
  );
}
