/** Kinds of inlay hints to show; each is a setting under `workforce.editor.inlayHints`. */
export interface InlayHintChoice {
  readonly periods: boolean;
  readonly queryKind: boolean;
  readonly memberNames: boolean;
  readonly levelNames: boolean;
  readonly parameterNames: boolean;
}

/** Choice for editors that have no such settings. */
export const allInlayHints: InlayHintChoice = {
  periods: true,
  queryKind: true,
  memberNames: true,
  levelNames: true,
  parameterNames: true,
};
