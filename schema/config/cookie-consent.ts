import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, object, text } from './field.ts';
import type { Written } from './written.ts';
/** The consent bar. */
export interface CookieConsent {
  readonly enabled: boolean;
  readonly position: 'bottom' | 'top';
  readonly theme: 'light' | 'dark';
  readonly privacyPolicyUrl?: string;
  /** Whether a choice is on when the bar is first shown; absent where an author says nothing about it. */
  readonly categories: {
    readonly essential: true;
    readonly analytics?: boolean;
    readonly functional?: boolean;
    readonly marketing?: boolean;
  };
}

/** Schema of `cookieConsent`. */
export const cookieConsentSchema: JsonSchema = object('The consent bar.', {
  enabled: flag('Asks for consent before anything but essential resources is loaded.', {
    default: false,
  }),
  position: choice('Position of the bar.', ['bottom', 'top'], { default: 'bottom' }),
  theme: choice('Style of the bar.', ['light', 'dark'], { default: 'light' }),
  privacyPolicyUrl: text('URL of the privacy policy.', { format: 'web-url' }),
  categories: object(
    'What readers can consent to, and what is chosen when the bar is first shown.',
    {
      essential: flag('Always on.', { default: true }),
      analytics: flag('Measuring.', { default: false }),
      functional: flag('Convenience features, such as chat widgets.', { default: false }),
      marketing: flag('Advertising.', { default: false }),
    },
  ),
});

/** `cookieConsent` with its defaults; essential is always on. */
export function readCookieConsent(
  written: Omit<Written<CookieConsent>, 'categories'> & {
    readonly categories?: { readonly [K in keyof CookieConsent['categories']]?: boolean };
  } = {},
): CookieConsent {
  const { categories } = written;
  return given({
    enabled: written.enabled ?? false,
    position: written.position ?? 'bottom',
    theme: written.theme ?? 'light',
    privacyPolicyUrl: written.privacyPolicyUrl,
    categories: given({
      essential: true as const,
      analytics: categories?.analytics,
      functional: categories?.functional,
      marketing: categories?.marketing,
    }),
  });
}
