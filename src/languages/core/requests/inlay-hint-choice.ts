/** Which hints are shown in a text; each is a setting under `workforce.editor.inlayHints`. */
export interface InlayHintChoice {
  readonly periods: boolean;
  readonly queryKind: boolean;
  readonly memberNames: boolean;
  readonly levelNames: boolean;
  readonly parameterNames: boolean;
}

/** What an editor without such settings is given. */
export const allInlayHints: InlayHintChoice = {
  periods: true,
  queryKind: true,
  memberNames: true,
  levelNames: true,
  parameterNames: true,
};
