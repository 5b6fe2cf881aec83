/** Where a path leads that a file of a workspace names: to a file below the workspace folder, out of it, or to no file at all. */
export type InnerPath =
  | { readonly kind: "inside"; readonly names: readonly string[] }
  | { readonly kind: "outside" }
  | { readonly kind: "noFile" };

/** Names that Windows takes for devices, whatever their ending. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Follows a path by its text alone, from a folder that is given by its names below the workspace folder. Both kinds of slash part
 * names on every system, since job files travel between them. Links are for who opens the file to follow.
 */
export function innerPath(folder: readonly string[], path: string, isWindows: boolean): InnerPath {
  if (/^[\\/]/.test(path) || /^[a-z]:/i.test(path)) {
    return { kind: "outside" };
  }
  const names = [...folder];
  for (const name of path.split(/[\\/]/)) {
    if (name === "..") {
      if (names.pop() === undefined) {
        return { kind: "outside" };
      }
    } else if (name !== "." && name !== "") {
      if (!isFileName(name, isWindows)) {
        return { kind: "noFile" };
      }
      names.push(name);
    }
  }
  return names.length === 0 || /(^|[\\/])\.{0,2}$/.test(path) ? { kind: "noFile" } : { kind: "inside", names };
}

function isFileName(name: string, isWindows: boolean): boolean {
  // Windows cuts dots and spaces at the end, which makes `.. ` the folder above.
  if (/\p{Cc}/u.test(name) || /^[. ]+$/.test(name)) {
    return false;
  }
  return !isWindows || !(/[<>:"|?*]/.test(name) || /[. ]$/.test(name) || deviceName.test(name));
}
