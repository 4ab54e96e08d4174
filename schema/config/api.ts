import type { OpenApiReference } from './navigation.ts';

/** API reference pages (document 3, api). */
export interface Api {
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
  readonly playground: {
    readonly display: 'interactive' | 'simple' | 'none';
    readonly proxy: boolean;
  };
  readonly mdx: {
    readonly auth: {
      readonly method?: 'bearer' | 'basic' | 'api_key' | 'oauth2';
      readonly name?: string;
      readonly oauth2AuthUrl?: string;
      readonly oauth2TokenUrl?: string;
      readonly oauth2ClientId?: string;
      readonly oauth2Scopes?: string;
    };
    readonly server: readonly string[];
  };
  readonly params: { readonly expanded: 'all' | 'closed' };
  readonly examples: {
    /** Languages of the generated samples, in order (S3-39). */
    readonly languages: readonly string[];
    readonly defaults?: 'required' | 'all';
    readonly prefill: boolean;
  };
}
