import { configIn } from '../../schema/config/text.ts';

/** `addons.feedback.thumbsRating`, on unless the site says otherwise. */
export function allowsFeedback(configJson: string): boolean {
  const config = configIn(configJson) as
    | { readonly addons?: { readonly feedback?: { readonly thumbsRating?: boolean } } }
    | undefined;
  return config?.addons?.feedback?.thumbsRating !== false;
}
