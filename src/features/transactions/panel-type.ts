/** The kind of panel that a reload brings back; package.json names it too. */
export const panelType = "workforce.transactionPanel";
