import { threadPoolSize } from "./start.ts";

// Must be the program's first import, for a service that is started by hand: Node reads the variable when it needs the
// first thread, which a later import may cause. On Windows this is too late, so a program that starts the service sets
// the variable itself.
process.env.UV_THREADPOOL_SIZE ??= String(threadPoolSize);
