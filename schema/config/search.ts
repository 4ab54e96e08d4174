/** The search box (document 3, search; S3-32, S3-33). */
export interface Search {
  /** Text of the button and of the empty dialog. */
  readonly prompt: string;
  /** One character, with Cmd or Ctrl. */
  readonly hotkey: string;
  readonly placeholder: string;
}
