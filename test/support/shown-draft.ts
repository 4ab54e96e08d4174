import type { ApiServices } from '../../runtime/api/services.ts';

/** A page with a draft, without the time that rendering one takes. */
export const shownDraft: NonNullable<ApiServices['showDraft']> = async (
  _project,
  { configJson, pagePath = 'index' },
) => ({ type: 'page', pagePath, title: 'Home', basePath: '', html: configJson });
