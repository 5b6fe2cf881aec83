/** Modules of the editor that are imported only for their side effects. */
declare module "monaco-editor/esm/vs/editor/browser/*";
declare module "monaco-editor/esm/vs/editor/contrib/*";
