/** Maximum length of a file name; our choice, because the specification has no limit. */
const maxNameLength = 400;

/**
 * Describes why the name of an input or output file is invalid. The name may include folders. Returns undefined for a
 * valid name.
 */
export function findFileNameProblem(name: string): string | undefined {
  if (name === "") {
    return "is missing";
  }
  if (name.length > maxNameLength) {
    return `has more than ${maxNameLength} characters`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u001f\u007f\\]/.test(name)) {
    return "contains a backslash or a control character";
  }
  if (name.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return 'contains an empty folder name, or one that is "." or ".."';
  }
  return undefined;
}

/** Removes folders and extension from a file name: `2024/new badges.csv` becomes `new badges`. */
export function removeFileExtension(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const dot = base.lastIndexOf(".");
  return dot > 0 ? base.slice(0, dot) : base;
}
