import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';
import type { Locate } from './locate.ts';

/** Redirects ready for `matchRedirect`: `basePath` added, chains collapsed, loops reported (S3-50). */
export function resolveRedirects(
  _config: Config,
  _options: { readonly locate?: Locate } = {},
): { readonly redirects: readonly ResolvedRedirect[]; readonly problems: readonly Problem[] } {
  throw new Error('resolveRedirects is not written yet');
}
