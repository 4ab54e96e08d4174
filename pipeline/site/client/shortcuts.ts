import { addStyles } from './add-styles.ts';
import { element, glyph, shapes } from './element.ts';
import { styles } from './shortcuts.css';
import { type KeyWords, loadWords } from './words.ts';

/** Keys that do the same, each a list of keys to press together; with what they do. */
type Shortcut = readonly [keys: readonly (readonly string[])[], what: string];

let dialog: HTMLDialogElement | undefined;

/** Shows the list of all shortcuts; closed, it stays in the page. */
export async function showShortcuts(): Promise<void> {
  const { keys } = await loadWords(document.documentElement.lang);
  if (dialog?.open) return;
  if (!dialog) addStyles(styles);
  // Made each time: what a page offers may have come later.
  dialog?.remove();
  dialog = shortcutsDialog(keys);
  document.body.append(dialog);
  dialog.showModal();
}

function shortcutsDialog(words: KeyWords): HTMLDialogElement {
  const close = element(
    'button',
    { type: 'button', class: 'dc-icon-button', 'aria-label': words.close },
    glyph(shapes.close, 18),
  );
  const made = element(
    'dialog',
    { class: 'dc-shortcuts', 'aria-label': words.title },
    element('div', { class: 'shortcuts-head' }, element('h2', {}, words.title), close),
    element('div', { class: 'shortcuts-body', tabindex: '0' }, ...sectionsOf(words)),
  );
  close.addEventListener('click', () => made.close());
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  return made;
}

function sectionsOf(words: KeyWords): (HTMLElement | false)[] {
  const search = document.querySelector<HTMLElement>('.dc-search-button');
  const hotkey = search?.querySelector('.search-key')?.textContent?.split(' ') ?? [];
  const [modifier = 'Ctrl'] = hotkey;
  const everywhere: readonly Shortcut[] = [
    ...(search ? [[[['/'], hotkey], words.search] as const] : []),
    [[['?']], words.list],
    [[['Esc']], words.close],
    ...(search ? [[[['Esc']], words.unmark] as const] : []),
  ];
  return [
    section(words.everywhere, everywhere),
    search !== null &&
      section(words.inSearch, [
        [[['↑'], ['↓']], words.choose],
        [[['↵']], words.open],
        [[[modifier, '↵']], words.openNew],
      ]),
    document.querySelector('[data-tabs]') !== null &&
      section(words.inTabs, [
        [[['←'], ['→']], words.change],
        [[['Home'], ['End']], words.ends],
      ]),
    document.querySelector('.assistant-button') !== null &&
      section(words.inAssistant, [
        [[['↵']], words.send],
        [[['⇧', '↵']], words.line],
      ]),
  ];
}

function section(title: string, shortcuts: readonly Shortcut[]): HTMLElement {
  return element(
    'section',
    {},
    element('h3', {}, title),
    element(
      'dl',
      {},
      ...shortcuts.map(([keys, what]) =>
        element('div', {}, element('dt', {}, what), element('dd', { dir: 'ltr' }, ...caps(keys))),
      ),
    ),
  );
}

function caps(keys: Shortcut[0]): (HTMLElement | string)[] {
  return keys
    .flatMap((together, index) => [
      index > 0 && ' ',
      element(
        'span',
        { class: 'shortcuts-keys' },
        ...together.map((key) => element('kbd', {}, key)),
      ),
    ])
    .filter((part) => part !== false);
}
