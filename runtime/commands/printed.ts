/** What a command prints, and its exit code when that is not 0. */
export interface Printed {
  readonly lines: readonly string[];
  /** What a person should know besides: on standard error. */
  readonly notes?: readonly string[];
  readonly code?: number;
}
