import { recall, remember } from '../memory.ts';
import { copyFrom } from './announce.ts';
import { fresh } from './fresh.ts';

/** Copy buttons of endpoints and panels, the choice of a text in a panel, and forms. */
export function startEndpoints(root: ParentNode): void {
  for (const button of fresh<HTMLButtonElement>(root, '.endpoint-copy[data-address]')) {
    button.addEventListener('click', () => copyFrom(button, button.dataset.address ?? ''));
  }
  foldResponses(root);
  for (const button of fresh<HTMLButtonElement>(root, '.try-it')) openForm(button);
  const panels = [...root.querySelectorAll<HTMLElement>('.api-panel')];
  for (const panel of fresh(root, '.api-panel')) {
    const button = panel.querySelector<HTMLButtonElement>('.api-panel-copy');
    button?.addEventListener('click', () => {
      const code = panel.querySelector('.api-panel-item[data-shown] code');
      copyFrom(button, code?.textContent ?? '');
    });
    const choice = panel.querySelector<HTMLSelectElement>('.api-panel-choice');
    choice?.addEventListener('change', () => {
      const label = choice.selectedOptions[0]?.textContent ?? '';
      show(panel, choice.selectedIndex);
      const sync = panel.dataset.sync;
      if (!sync) return;
      remember('sample', label);
      for (const other of panels) {
        if (other !== panel && other.dataset.sync === sync) showLabel(other, label);
      }
    });
    const remembered = panel.dataset.sync ? recall('sample') : '';
    if (remembered !== '') showLabel(panel, remembered);
  }
  for (const code of root.querySelectorAll<HTMLElement>('.api-panel-code')) {
    // Only what scrolls needs a stop on the keyboard's way; hidden texts are measured as not scrolling.
    if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight) {
      code.tabIndex = 0;
    }
  }
}

/** On a phone, the fields of an answer are a long way in front of the samples. */
function foldResponses(root: ParentNode): void {
  const responses = fresh<HTMLDetailsElement>(root, 'details.dc-response[data-main]');
  if (!matchMedia(`(max-width: ${columnsWidth - 1}px)`).matches) return;
  for (const response of responses) {
    if (!response.querySelector(':target')) response.open = false;
  }
}

/** The form of a "Try it" button, which is loaded when it is pressed for the first time. */
function openForm(button: HTMLButtonElement): void {
  let form: Promise<{ readonly open: () => void }> | undefined;
  button.addEventListener('click', async () => {
    form ??= import('../play/dialog.ts').then(({ createPlay }) => {
      const data = document.getElementById(button.dataset.form ?? '')?.textContent;
      return createPlay(data ?? '');
    });
    try {
      (await form).open();
    } catch (fault) {
      form = undefined;
      console.error(fault);
    }
  });
}

function showLabel(panel: HTMLElement, label: string): void {
  const items = [...panel.querySelectorAll<HTMLElement>('.api-panel-item')];
  const index = items.findIndex((item) => item.dataset.label === label);
  if (index < 0) return;
  const choice = panel.querySelector<HTMLSelectElement>('.api-panel-choice');
  if (choice) choice.selectedIndex = index;
  show(panel, index);
}

function show(panel: HTMLElement, index: number): void {
  const items = panel.querySelectorAll<HTMLElement>('.api-panel-item');
  items.forEach((item, at) => {
    item.toggleAttribute('data-shown', at === index);
  });
  const code = items[index]?.querySelector<HTMLElement>('.api-panel-code');
  if (code && (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight)) {
    code.tabIndex = 0;
  }
}
