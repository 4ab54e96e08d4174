import { messageOf } from '../../../schema/errors.ts';
import { dress } from './assistant/accent.ts';
import { styles as buttonStyles } from './assistant/button.css';
import type { PanelHandle } from './assistant/button.ts';
import { styles } from './assistant/widget.css';
import { element, glyph, shapes } from './element.ts';
import { type PanelSettings, type Runtime, runtimeOf } from './runtime.ts';

/** Address of the module that is loaded when the assistant is opened, next to this script. */
declare const panelModule: string;

const script = document.currentScript as HTMLScriptElement | null;
const name = 'docent-assistant';

interface Loaded {
  readonly createPanel: typeof import('./assistant/panel.ts').createPanel;
  readonly loadWords: typeof import('./words.ts').loadWords;
}

/** What a page says about its assistant, on the element or on the script. */
const attributes = ['server', 'accent', 'theme', 'position', 'lang', 'name'] as const;

/**
 * `<docent-assistant>`: the assistant of a documentation in a page of another site. The button is all there is
 * until it is opened; nothing of the page's styles reaches inside. An element must be a class.
 */
class DocentAssistant extends HTMLElement {
  #panel: Promise<PanelHandle | undefined> | undefined;
  #start: Promise<(() => Promise<PanelHandle>) | undefined> | undefined;

  connectedCallback(): void {
    this.#start ??= start(this).catch((error: unknown) => {
      console.error(`<${name}>: ${messageOf(error)}`);
      return undefined;
    });
  }

  /** Opens the panel, or closes it. */
  async toggle(): Promise<void> {
    (await this.#open())?.toggle();
  }

  /** Opens the panel and asks. */
  async ask(question: string): Promise<void> {
    (await this.#open())?.ask(question);
  }

  #open(): Promise<PanelHandle | undefined> {
    this.#panel ??= Promise.resolve(this.#start).then((load) => load?.());
    this.#panel.catch(() => {
      this.#panel = undefined;
    });
    return this.#panel;
  }
}

/** Shows the button, and gives back what loads the panel; an error says in a sentence why there is none. */
async function start(host: DocentAssistant): Promise<() => Promise<PanelHandle>> {
  const server = serverOf(host);
  const { runtime, embed } = await runtimeOf(server);
  if (!runtime) throw new Error(`There is no Docent server at ${server}.`);
  if (embed === false) {
    throw new Error(
      `${new URL(runtime.api, server).origin} does not accept requests from ${location.origin}. Add that origin to DOCENT_ORIGINS of the server.`,
    );
  }
  if (!runtime.panel) throw new Error(`The assistant of ${server} is not enabled.`);
  const settings = settingsOf(host, runtime.panel);
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const addStyles = (css: string): void => addSheet(shadow, css);
  addStyles(styles);
  addStyles(buttonStyles);
  const button = element(
    'button',
    {
      type: 'button',
      class: `assistant-button assistant-${settings.position}`,
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      title: settings.name,
    },
    glyph(shapes[settings.theme.icon], 22),
    element('span', { class: 'visually-hidden' }, settings.name),
  );
  dress(button, settings);
  const root = element('div', { class: 'docent-root', lang: languageOf(host) }, button);
  followTheme(host, root);
  shadow.replaceChildren(root);
  button.addEventListener('click', () => void host.toggle());
  return () => loadPanel({ host, button, runtime, settings, addStyles, server });
}

async function loadPanel({
  host,
  button,
  runtime,
  settings,
  addStyles,
  server,
}: {
  readonly host: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly runtime: Runtime;
  readonly settings: PanelSettings;
  readonly addStyles: (css: string) => void;
  readonly server: string;
}): Promise<PanelHandle> {
  const { createPanel, loadWords } = (await import(`${server}/_docent/${panelModule}`)) as Loaded;
  const { reader: words } = await loadWords(languageOf(host));
  const place = { addStyles, site: new URL(server).origin };
  return createPanel({ runtime, settings, button, words, place });
}

/** Address of the documentation: where this script is from, unless the page says another. */
function serverOf(host: HTMLElement): string {
  const given = said(host, 'server') ?? script?.src.replace(/\/_docent\/[^/]*$/, '') ?? '';
  return new URL(given, location.href).href.replace(/\/+$/, '');
}

function said(host: HTMLElement, attribute: (typeof attributes)[number]): string | undefined {
  return host.getAttribute(attribute) ?? undefined;
}

function languageOf(host: HTMLElement): string {
  return said(host, 'lang') ?? (document.documentElement.lang || 'en');
}

function settingsOf(host: HTMLElement, settings: PanelSettings): PanelSettings {
  const accentColor = said(host, 'accent') ?? settings.theme.accentColor;
  const position = said(host, 'position');
  return {
    ...settings,
    name: said(host, 'name') ?? settings.name,
    position:
      position === 'bottom-left' || position === 'bottom-right' ? position : settings.position,
    theme: { ...settings.theme, ...(accentColor ? { accentColor } : {}) },
  };
}

/** Light or dark as the page says; else as the reader's system is. */
function followTheme(host: HTMLElement, root: HTMLElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = (): void => {
    const theme = said(host, 'theme');
    root.dataset.theme =
      theme === 'light' || theme === 'dark' ? theme : system.matches ? 'dark' : 'light';
  };
  system.addEventListener('change', show);
  new MutationObserver(show).observe(host, { attributeFilter: ['theme'] });
  show();
}

/** A sheet of the element alone: no policy of the page for inline styles concerns it. */
function addSheet(shadow: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  // `rem` is the page's; its size is not ours.
  sheet.replaceSync(css.replace(/([\d.]+)rem\b/g, (_all, size) => `${Number(size) * 16}px`));
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
}

/** One script tag is enough: without an element in the page, it adds one. */
function addElement(): void {
  if (document.querySelector(name)) return;
  const made = document.createElement(name);
  for (const attribute of attributes) {
    const value = script?.dataset[attribute];
    if (value !== undefined) made.setAttribute(attribute, value);
  }
  document.body.append(made);
}

if (!customElements.get(name)) {
  customElements.define(name, DocentAssistant);
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', addElement);
  else addElement();
}
