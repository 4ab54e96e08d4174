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
