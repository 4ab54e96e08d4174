import { fillLabel } from '../../fill-label.ts';
import { shortened } from '../../web3/address.ts';
import { wordsOf } from '../../words.ts';
import { usePage } from '../page-context.ts';

/**
 * A long hex value in a line of text: its beginning and end, all of it on hover and for screen readers,
 * a button that copies it, and a link to the explorer.
 */
export function HexValue({
  kind,
  value,
  label,
  href,
}: {
  kind: 'address' | 'transaction';
  value: string;
  label: string | undefined;
  href: string | undefined;
}) {
  const page = usePage();
  const words = wordsOf(page.page.language).web3;
  page.feature('web3');
  const text = (
    <>
      {label === undefined ? undefined : <span class="web3-label">{page.words(label)}</span>}
      <span class="web3-short" dir="ltr" aria-hidden="true">
        {shortened(value)}
      </span>
      <span class="visually-hidden" dir="ltr">
        {value}
      </span>
    </>
  );
  return (
    <span class="web3-value" title={value}>
      {href === undefined ? (
        <span class="web3-text">{text}</span>
      ) : (
        <a class="web3-text" href={page.link(href)} target="_blank" rel="noreferrer">
          {text}
        </a>
      )}
      <button
        type="button"
        class="web3-copy"
        data-web3-copy={value}
        aria-label={fillLabel(page.labels.copyName, { name: label ?? words[kind] })}
      />
    </span>
  );
}
