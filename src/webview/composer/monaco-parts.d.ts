/** Parts of the editor that do their work by being imported. */
declare module "monaco-editor/esm/vs/editor/browser/*";
declare module "monaco-editor/esm/vs/editor/contrib/*";
