import type { Config, WrittenConfig } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Locate } from './locate.ts';
/** x */
export function checkConfig(_w: WrittenConfig, _c: Config, _l: Locate): readonly Problem[] {
  return [];
}
