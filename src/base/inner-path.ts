/**
 * Target of a path that a workspace file names: a file below the workspace folder, a location outside it, or no file at
 * all.
 */
export type InnerPath =
  | { readonly kind: "inside"; readonly names: readonly string[] }
  | { readonly kind: "outside" }
  | { readonly kind: "noFile" };

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Resolves a path by its text alone. `folder` holds the names of the starting folder below the workspace folder. Both
 * kinds of slash separate names on every system, because job files are shared between systems. Does not follow symbolic
 * links; the code that opens the file has to.
 */
export function resolveInnerPath(folder: readonly string[], path: string, isWindows: boolean): InnerPath {
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
  // Windows removes trailing dots and spaces, so that `.. ` would mean the parent folder.
  if (/\p{Cc}/u.test(name) || /^[. ]+$/.test(name)) {
    return false;
  }
  return !isWindows || !(/[<>:"|?*]/.test(name) || /[. ]$/.test(name) || deviceName.test(name));
}
