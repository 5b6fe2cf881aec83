/** View type of the panel, which VS Code restores after a reload; package.json contains it too. */
export const panelType = "workforce.operationPanel";
