import type { Config } from '../../schema/config/config.ts';
import type { TranslateOptions } from '../translate/page.ts';
import { findComments } from './code-comments.ts';

/** What `docs.json` says about how its pages are translated. */
export function configuredOptions({
  i18n,
  styling,
}: Config): Pick<TranslateOptions, 'style' | 'latex' | 'comments'> {
  return {
    style: i18n.translationStyle,
    latex: styling.latex,
    ...(i18n.translateCodeComments ? { comments: findComments } : {}),
  };
}
