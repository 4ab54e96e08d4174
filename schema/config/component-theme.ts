/** Shape of cards, callouts and blocks (document 3, componentTheme); CSS values. */
export interface ComponentTheme {
  readonly defaultVariant: 'default' | 'outlined' | 'filled' | 'ghost';
  readonly radius?: string;
  readonly padding?: string;
  readonly border?: string;
}
