/** `addons.feedback.thumbsRating`, on unless the site says otherwise. */
export function allowsFeedback(configJson: string): boolean {
  const config = JSON.parse(configJson || '{}') as {
    readonly addons?: { readonly feedback?: { readonly thumbsRating?: boolean } };
  };
  return config.addons?.feedback?.thumbsRating !== false;
}
