/**
 * Result of resolving a path in a workspace file: a file in the workspace folder, a location outside of it, or an
 * invalid path.
 */
export type WorkspacePath =
  | { readonly kind: "inside"; readonly names: readonly string[] }
  | { readonly kind: "outside" }
  | { readonly kind: "noFile" };

/** File names that Windows reserves for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Resolves a path without accessing the file system, so that symbolic links are not followed. `folder` contains the
 * names of the start folder below the workspace folder. Both slash and backslash are separators on all systems.
 */
export function resolveWorkspacePath(folder: readonly string[], path: string, isWindows: boolean): WorkspacePath {
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
