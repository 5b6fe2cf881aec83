/**
 * Returns the relative path from a folder to a file. Both paths are absolute with `/` as separator. Undefined if they
 * are on different drives.
 */
export function relativePath(folder: string, file: string): string | undefined {
  const from = folder.split("/").filter(Boolean);
  const to = file.split("/").filter(Boolean);
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) {
    shared++;
  }
  const isDrive = (name = "") => /^[a-z]:$/i.test(name);
  if (shared === 0 && (isDrive(from[0]) || isDrive(to[0]))) {
    return undefined;
  }
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}
