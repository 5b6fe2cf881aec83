// The first import of the program: Node reads the variable when it needs the first thread, which a later import may do.

/**
 * DuckDB holds a thread of this pool for as long as a statement runs. With the four of Node's own default, four long jobs would
 * leave none for a sign-in or for reading a file.
 */
process.env.UV_THREADPOOL_SIZE ??= "64";
