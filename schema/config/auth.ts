import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, list, map, object, text } from './field.ts';
import type { Written } from './written.ts';
/** Who may read the site. */
export interface Auth {
  readonly enabled: boolean;
  readonly provider: 'builtin' | 'custom';
  readonly loginUrl?: string;
  readonly publicPaths: readonly string[];
  readonly jwksUrl?: string;
  readonly audience?: string;
  readonly claimsMapping: { readonly groups?: string; readonly email?: string };
  readonly groups: Readonly<
    Record<string, { readonly label: string; readonly pages: readonly string[] }>
  >;
}

/** Schema of `auth`. */
export const authSchema: JsonSchema = object('Who may read the site.', {
  enabled: flag('Requires readers to sign in.', { default: false }),
  provider: choice('Identity provider.', ['builtin', 'custom'], { default: 'builtin' }),
  loginUrl: text('Where readers without a session are redirected.', {
    examples: ['https://example.com/login'],
  }),
  publicPaths: list(
    'Paths that are public; `*` matches one segment, `**` any number.',
    text('Path or pattern.'),
    { examples: [['index', 'guides/**']] },
  ),
  jwksUrl: text('Keys that verify the tokens, for `custom`.', { format: 'web-url' }),
  audience: text('Expected `aud` claim of a token; if omitted, `aud` is not checked.', {
    examples: ['https://docs.example.com'],
  }),
  claimsMapping: object('Which claims of a token to read.', {
    groups: text('Path of the claim with the groups.', { examples: ['app.groups'] }),
    email: text('Path of the claim with the email address.', { examples: ['email'] }),
  }),
  groups: map(
    'Groups of readers and the pages that only they may read.',
    object(
      'A group.',
      { label: text('Display name.'), pages: list('Paths or patterns.', text('Path or pattern.')) },
      { required: ['label', 'pages'] },
    ),
  ),
});

/** `auth` with its defaults. */
export function readAuth(
  written: Omit<Written<Auth>, 'groups' | 'claimsMapping'> &
    Partial<Pick<Auth, 'groups' | 'claimsMapping'>> = {},
): Auth {
  return given({
    enabled: written.enabled ?? false,
    provider: written.provider ?? 'builtin',
    loginUrl: written.loginUrl,
    publicPaths: written.publicPaths ?? [],
    jwksUrl: written.jwksUrl,
    audience: written.audience,
    claimsMapping: written.claimsMapping ?? {},
    groups: written.groups ?? {},
  });
}
