/**
 * @typedef {object} WindowOptions
 * @property {{ url: string; authority: string }} server
 * @property {string} workspaceFolder
 * @property {string} [extensionDevelopmentPath] An extension that is run from its folder, without being packaged.
 * @property {string} [extensionTestsPath] A CommonJS file whose `run` the extension host calls.
 * @property {string} [openFile] A file that is shown when the window opens.
 * @property {[string, string][]} [extraPayload]
 */

/**
 * Gives the address under which a browser opens this window.
 *
 * @param {WindowOptions} options
 * @returns {string}
 */
export function windowUrl({ server, workspaceFolder, extraPayload = [], ...paths }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://${server.authority}${encodeURI(path)}`;
  const named = /** @type {const} */ (["extensionDevelopmentPath", "extensionTestsPath", "openFile"]);
  const payload = [
    ...named.flatMap((name) => (paths[name] === undefined ? [] : [[name, remote(paths[name])]])),
    ["skipWelcome", "true"],
    ...extraPayload,
  ];
  const query = new URLSearchParams({ folder: workspaceFolder, payload: JSON.stringify(payload) });
  return `${server.url}?${query}`;
}
