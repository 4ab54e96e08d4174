import type { ComponentChildren } from 'preact';
import { plainIdOf } from '../../../source/headings.ts';
import { type Words, wordsOf } from '../../words.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';

/** A part of an operation or a channel with its heading. */
export function Section(props: {
  readonly word: keyof Words['api'] | keyof Words['channels'];
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { page, site } = usePage();
  const titleOf = (language: string) => {
    const { api, channels } = wordsOf(language);
    return { ...channels, ...api }[props.word];
  };
  // Ids are those of the source language, whatever language the words are in.
  const isSource = page.language === site.language;
  const id = isSource ? undefined : plainIdOf(titleOf(site.language));
  return (
    <section class="operation-part">
      <div class="operation-part-head">
        <Heading level={2} id={id}>
          {titleOf(page.language)}
        </Heading>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
