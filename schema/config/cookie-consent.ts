import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, object, text } from './field.ts';
import { given, type Written } from './written.ts';
/** The consent bar (document 3, cookieConsent; S3-52, S3-66). */
export interface CookieConsent {
  readonly enabled: boolean;
  readonly position: 'bottom' | 'top';
  readonly theme: 'light' | 'dark';
  readonly privacyPolicyUrl?: string;
  readonly categories: {
    readonly essential: true;
    readonly analytics: boolean;
    readonly functional: boolean;
    readonly marketing: boolean;
  };
}

/** Schema of `cookieConsent`. */
export const cookieConsentSchema: JsonSchema = object('The consent bar.', {
  enabled: flag('Asks before anything but the essential is loaded.', { default: false }),
  position: choice('Where the bar stands.', ['bottom', 'top'], { default: 'bottom' }),
  theme: choice('How the bar looks.', ['light', 'dark'], { default: 'light' }),
  privacyPolicyUrl: text('Address of the privacy policy.', { format: 'web-url' }),
  categories: object('What readers can agree to.', {
    essential: flag('Always on.', { default: true }),
    analytics: flag('Measuring.', { default: false }),
    functional: flag('Comfort, such as chat widgets.', { default: false }),
    marketing: flag('Advertising.', { default: false }),
  }),
});

/** `cookieConsent` with its defaults; essential is always on (S3-66). */
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
    categories: {
      essential: true as const,
      analytics: categories?.analytics ?? false,
      functional: categories?.functional ?? false,
      marketing: categories?.marketing ?? false,
    },
  });
}
