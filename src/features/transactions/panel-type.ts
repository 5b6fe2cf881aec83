/** View type of the panel that is restored after a reload; package.json contains it, too. */
export const panelType = "workforce.transactionPanel";
