import { addStyles } from '../add-styles.ts';
import { element, freeId, glyph, shapes } from '../element.ts';
import type { Runtime } from '../runtime.ts';
import type { ReaderWords } from '../words.ts';
import { dress, keepReadable } from './accent.ts';
import { styles } from './button.css';
import { inPageLanguage } from './page-language.ts';

/** What the button and the search do with the panel. */
export interface PanelHandle {
  readonly toggle: (focus?: boolean) => void;
  /** Opens it and asks; a question that can't be asked yet waits in the field. */
  readonly ask: (question: string) => void;
}

/**
 * The round button in a corner; the panel itself is loaded when it is opened, or if it was open
 * before.
 */
export function showButton(runtime: Runtime, words: ReaderWords): void {
  if (!runtime.panel || document.querySelector('.assistant-button')) return;
  const settings = inPageLanguage(runtime.panel);
  const button = element(
    'button',
    {
      type: 'button',
      id: freeId('assistant-entry'),
      class: `assistant-button assistant-${settings.position}`,
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      title: settings.name,
      'data-name': settings.name,
    },
    glyph(shapes[settings.theme.icon], 22),
    element('span', { class: 'visually-hidden' }, `${words.ask}: ${settings.name}`),
  );
  dress(button, settings);
  addStyles(styles);
  let panel: Promise<PanelHandle> | undefined;
  const prepare = () => {
    panel ??= import('./panel.ts').then(({ createPanel }) =>
      createPanel({ runtime, settings, button, words }),
    );
    panel.catch(() => {
      panel = undefined;
    });
    return panel;
  };
  const toggle = (focus = true) => void prepare().then((made) => made.toggle(focus));
  button.addEventListener('click', () => toggle());
  button.addEventListener('pointerenter', () => void prepare().catch(() => {}), { once: true });
  const consent = document.querySelector('.dc-consent');
  (consent ?? document.body.lastElementChild ?? document.body).before(button);
  keepReadable(button);
  // The search dialog has a question for it.
  document.addEventListener('docent:ask', (event) => {
    const question = String((event as CustomEvent).detail);
    void prepare().then((made) => made.ask(question));
  });
  const linked = takeQuestion();
  if (linked === 'open') toggle();
  else if (linked) void prepare().then((made) => made.ask(linked));
  else if (wasOpen()) toggle(false);
}

/** What a link asks: `?assistant=How+do+I+start`, or `?assistant=open`. Loading the page again doesn't ask again. */
function takeQuestion(): string | null {
  const address = new URL(location.href);
  const question = address.searchParams.get('assistant');
  if (question === null) return null;
  address.searchParams.delete('assistant');
  history.replaceState(history.state, '', address);
  return question.trim();
}

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem('docent-assistant-open') === '1';
  } catch {
    return false;
  }
}
