/** Light, dark and motion (document 3, appearance). */
export interface Appearance {
  readonly default: 'system' | 'light' | 'dark';
  readonly strict: boolean;
  readonly animations: {
    readonly enabled: boolean;
    readonly style: 'none' | 'fade' | 'fadeUp' | 'slideUp' | 'scale';
    /** Milliseconds between one element and the next, 0 to 200. */
    readonly stagger: number;
  };
}
