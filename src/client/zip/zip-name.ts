/** Names that Windows takes for devices, whatever their extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maximumLength = 1000;

/**
 * What makes the name of a ZIP entry unsafe to write anywhere, or undefined. A folder's name ends in a slash. Stricter
 * than the format: what one system reads as a plain name may be a path, a stream or a device on another.
 */
export function zipNameProblem(name: string): string | undefined {
  const path = name.endsWith("/") ? name.slice(0, -1) : name;
  if (path === "" || name.length > maximumLength) {
    return `must have 1 to ${maximumLength} characters`;
  }
  if (/^[/\\]|^[A-Za-z]:/.test(path)) {
    return "must not be an absolute path";
  }
  if (path.includes("\\")) {
    return "must not have a backslash";
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f:]/.test(path)) {
    return "must not have a colon or a control character";
  }
  const steps = path.split("/");
  if (steps.some((step) => step === "" || step === "." || step === "..")) {
    return "must not leave its folder or have an empty step";
  }
  if (steps.some((step) => devices.test(step) || /[. ]$/.test(step))) {
    return "must not have a step that is a device's name or ends in a dot or a space";
  }
  return undefined;
}
