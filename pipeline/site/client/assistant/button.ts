import { addStyles } from '../add-styles.ts';
import { element, freeId, glyph, shapes } from '../element.ts';
import type { PanelSettings, Runtime } from '../runtime.ts';
import type { ReaderWords } from '../words.ts';
import { styles } from './button.css';

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
  const settings = runtime.panel;
  if (!settings || document.querySelector('.assistant-button')) return;
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
  const consent = document.querySelector('.consent');
  (consent ?? document.body.lastElementChild ?? document.body).before(button);
  // The search dialog has a question for it.
  document.addEventListener('docent:ask', (event) => {
    const question = String((event as CustomEvent).detail);
    void prepare().then((made) => made.ask(question));
  });
  if (wasOpen()) toggle(false);
}

/** The site's accent, with the text colour that can be read on it. */
export function dress(target: HTMLElement, settings: PanelSettings): void {
  const { accentColor } = settings.theme;
  if (!accentColor || !CSS.supports('color', accentColor)) return;
  target.style.setProperty('--assistant-accent', accentColor);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  context.fillStyle = accentColor;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const light = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0);
  target.style.setProperty('--assistant-on-accent', luminance > 0.179 ? '#000' : '#fff');
}

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem('docent-assistant-open') === '1';
  } catch {
    return false;
  }
}
