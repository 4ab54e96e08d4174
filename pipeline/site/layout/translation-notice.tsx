import type { JSX } from 'preact';
import { directionOf } from '../../../schema/languages.ts';
import { wordsOf } from '../words.ts';
import { Glyph } from './glyph.tsx';
import type { View } from './view.ts';

/** Tells readers that they see the source, an old translation, or none at all. */
export function TranslationNotice({ view }: { view: View }): JSX.Element | null {
  const { page, language } = view;
  const status = page.translation?.status;
  if (status === undefined || status === 'completed') return null;
  const labels = wordsOf(language).translation;
  const original = status === 'pending' ? undefined : page.translationOf;
  return (
    <div
      class={`version-notice translation-${status}`}
      role="note"
      lang={language}
      dir={directionOf(language)}
    >
      <Glyph name="warning" size={18} />
      <p>
        {labels[status]}
        {original !== undefined && (
          <>
            {' '}
            <a href={view.address(original)} hreflang={view.site.language}>
              {labels.original}
            </a>
          </>
        )}
      </p>
    </div>
  );
}
