import { type ComponentChildren, h } from 'preact';
import { fillLabel } from '../fill-label.ts';
import { text } from './component.ts';
import { usePage } from './page-context.ts';

const actionNames = ['copy', 'open', 'download'] as const;
type ImageAction = (typeof actionNames)[number];

const places = [
  'bottom-center',
  'bottom-left',
  'bottom-right',
  'top-center',
  'top-left',
  'top-right',
];

/** The actions that an author asks for: all of them, or the ones in a list separated by commas. */
export function imageActions(written: unknown): readonly ImageAction[] {
  if (written === undefined || written === false || written === 'false') return [];
  if (written === true || written === '' || written === 'true') return actionNames;
  const wanted = Array.isArray(written) ? written : String(written).split(',');
  return actionNames.filter((name) => wanted.some((one) => String(one).trim() === name));
}

/** A picture with its toolbar: copying needs the browser's help, opening and downloading are links. */
export function ImageBox(props: {
  readonly address: string;
  readonly actions: readonly ImageAction[];
  readonly placement: unknown;
  /** Classes that hide the picture in one mode have to hide the toolbar as well. */
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}) {
  const page = usePage();
  const { labels } = page;
  const wanted = text(props.placement) ?? '';
  const copy = fillLabel(labels.copyName, { name: labels.image });
  page.feature('image-zoom');
  return (
    <span
      class={props.class ? `image-box ${props.class}` : 'image-box'}
      data-placement={places.includes(wanted) ? wanted : 'bottom-center'}
    >
      {props.children}
      <span class="image-tools">
        {props.actions.includes('copy') && (
          <button type="button" class="image-copy needs-js" aria-label={copy} title={copy}>
            {page.icon('copy', { library: 'lucide', size: 16 })}
            {page.icon('check', { library: 'lucide', size: 16 })}
          </button>
        )}
        {props.actions.includes('open') &&
          h(
            'a',
            {
              href: props.address,
              target: '_blank',
              rel: 'noreferrer',
              'aria-label': labels.openImage,
              title: labels.openImage,
            },
            page.icon('external-link', { library: 'lucide', size: 16 }),
          )}
        {props.actions.includes('download') &&
          h(
            'a',
            {
              href: props.address,
              download: '',
              'aria-label': labels.download,
              title: labels.download,
              // Files of other hosts are opened, whatever `download` says: not in place of the page.
              ...(/^(https?:)?\/\//i.test(props.address)
                ? { target: '_blank', rel: 'noreferrer' }
                : {}),
            },
            page.icon('download', { library: 'lucide', size: 16 }),
          )}
      </span>
    </span>
  );
}
