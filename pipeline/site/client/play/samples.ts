import { sampleLanguage } from '../../../../schema/config/sample-languages.ts';
import { fileMark, type RequestShape } from '../../../openapi/sample-body.ts';
import { sampleBy, type Writer } from '../../../openapi/sample-writer.ts';
import { usualWriters } from '../../../openapi/usual-samples.ts';
import { element, freeId } from '../element.ts';
import { recall, remember } from '../memory.ts';
import { copyButton } from './copy-button.ts';
import { type BuiltRequest, cookieHeader } from './request.ts';
import type { PlayWords } from './words.ts';

/** What writes the samples of these languages: most sites need none of the rarer ones. */
export async function writersOf(languages: readonly string[]): Promise<readonly Writer[]> {
  const known = [...new Set(languages.map(sampleLanguage))].filter((one) => one !== undefined);
  const isUsual = known.every((language) => language in usualWriters);
  const more = isUsual ? {} : (await import('../../../openapi/more-samples.ts')).moreWriters;
  const writers: Readonly<Record<string, Writer>> = { ...usualWriters, ...more };
  return known.flatMap((language) => writers[language] ?? []);
}

/** The request as code, which follows what is typed. */
export interface SamplePanel {
  readonly element: HTMLElement;
  show(request: BuiltRequest): void;
}

export function samplePanel(writers: readonly Writer[], words: PlayWords): SamplePanel {
  let shown = '';
  let last: BuiltRequest | undefined;
  const code = element('code', {});
  const choice = element('select', {
    class: 'play-entry play-language',
    id: freeId('play-language'),
    'aria-label': words.api.codeLanguage,
  });
  for (const { label } of writers) choice.append(element('option', {}, label));
  const remembered = recall('sample');
  for (const option of choice.options) option.selected = option.label === remembered;
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  const render = () => {
    const writer = writers[choice.selectedIndex];
    if (!last || !writer) return;
    shown = sampleBy(writer, shapeOf(last)).text;
    code.textContent = shown;
  };
  choice.addEventListener('change', () => {
    remember('sample', choice.selectedOptions[0]?.label ?? '');
    render();
  });
  const copy = copyButton(() => shown, words);
  return {
    element: element(
      'section',
      { class: 'play-panel', 'aria-label': words.api.request },
      element(
        'div',
        { class: 'play-panel-head' },
        element('h3', { class: 'play-panel-title' }, words.api.request),
        writers.length > 1 && choice,
        copy,
      ),
      element('pre', { class: 'play-code play-sample', dir: 'ltr', tabindex: '0' }, code),
    ),
    show(request) {
      last = request;
      render();
    },
  };
}

/** A request in the form that the writers of samples take; files are named, not sent. */
function shapeOf(request: BuiltRequest): RequestShape {
  const { method, url, headers, body } = request;
  return {
    method,
    url,
    headers: [...headers, ...cookieHeader(request)],
    ...(body ? { body: { ...body, value: named(body.value) } } : {}),
  };
}

function named(value: unknown): unknown {
  if (value instanceof Blob) return fileMark;
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item)]));
}
