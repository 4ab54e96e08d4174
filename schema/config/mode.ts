/** A value for light and one for dark mode; where an author gives one text, both hold it. */
export interface ByMode {
  readonly light: string;
  readonly dark: string;
}
