import type { Severity } from '../../schema/errors.ts';

/** What a check says about one place. */
export interface Finding {
  readonly severity: Severity;
  readonly ruleId: string;
  readonly parts: readonly (string | number)[];
  readonly part?: 'key' | 'value';
  readonly reason: string;
  readonly actual?: string;
  readonly expected?: readonly string[];
  readonly note: string;
}

/** Tells a finding. */
export type Tell = (finding: Finding) => void;
