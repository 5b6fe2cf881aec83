import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type ServiceFile, serviceFilePath } from "./start.ts";

/** Writes `service.json`, whole or not at all, readable by its owner only. */
export async function writeServiceFile(dataFolder: string, file: ServiceFile): Promise<void> {
  const path = serviceFilePath(dataFolder);
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(file), { mode: 0o600 });
  // The mode above counts only for a file that was not there.
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}

/** Removes the file if it is still this service's. */
export async function removeServiceFile(dataFolder: string, instance: string): Promise<void> {
  const path = serviceFilePath(dataFolder);
  const text = await readFile(path, "utf8").catch(() => "");
  if (text.includes(instance)) {
    await rm(path, { force: true });
  }
}
