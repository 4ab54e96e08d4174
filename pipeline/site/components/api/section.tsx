import type { ComponentChildren } from 'preact';
import { plainIdOf } from '../../../source/headings.ts';
import { type Words, wordsOf } from '../../words.ts';
import { Heading } from '../heading.tsx';
import { usePage } from '../page-context.ts';

/** A part of an operation with its heading. */
export function Section(props: {
  readonly word: keyof Words['api'];
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const { page, site } = usePage();
  const { word } = props;
  // Ids are those of the source language, whatever language the words are in.
  const isSource = page.language === site.language;
  const id = isSource ? undefined : plainIdOf(wordsOf(site.language).api[word]);
  return (
    <section class="operation-part">
      <div class="operation-part-head">
        <Heading level={2} id={id}>
          {wordsOf(page.language).api[word]}
        </Heading>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
