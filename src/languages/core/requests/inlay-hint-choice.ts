/**
 * Flags for the kinds of inlay hints to show. Each corresponds to a VS Code setting under
 * `workforce.editor.inlayHints`.
 */
export interface InlayHintChoice {
  readonly periods: boolean;
  readonly queryKind: boolean;
  readonly memberNames: boolean;
  readonly levelNames: boolean;
  readonly parameterNames: boolean;
}

/** Default flags with all inlay hints shown, for editors without the corresponding settings. */
export const allInlayHints: InlayHintChoice = {
  periods: true,
  queryKind: true,
  memberNames: true,
  levelNames: true,
  parameterNames: true,
};
