/** Something shown in a text that is not in it. */
export interface InlayHint {
  readonly offset: number;
  readonly label: string;
  /** Markdown. */
  readonly tooltip: string;
  /** Stands before what it names, not behind what it explains. */
  readonly isBefore: boolean;
}
