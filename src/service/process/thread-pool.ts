import { poolThreads } from "./start.ts";

// The first import of the program, for a service that is started by hand: Node reads the variable when it needs the first thread,
// which a later import may do. On Windows that comes too late, so whoever starts the service as a process gives the variable.
process.env.UV_THREADPOOL_SIZE ??= String(poolThreads);
