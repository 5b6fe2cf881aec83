import { readdir } from "node:fs/promises";
import path from "node:path";

/** Paths of the TypeScript files in a folder and the folders in it, with `/` between their parts. */
export async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => path.join(entry.parentPath, entry.name).replaceAll("\\", "/"));
}
