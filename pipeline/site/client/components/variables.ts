import { recall, remember } from '../memory.ts';
import { fresh } from './fresh.ts';

const secrets = new Map<string, string>();

/** Values that readers choose or enter: choices are remembered, secrets live in memory only. */
export function startVariables(root: ParentNode): void {
  const spans = fresh(root, '[data-variable]');
  for (const span of spans) {
    const name = span.dataset.variable ?? '';
    const options = span.dataset.options?.split('\n') ?? [];
    if (span.dataset.type === 'select') {
      const last = recall(`variable:${name}`);
      if (options.includes(last)) span.textContent = last;
      const menu = document.createElement('select');
      menu.className = 'variable-menu';
      menu.setAttribute('aria-label', span.dataset.label ?? name);
      menu.title = span.dataset.description ?? '';
      for (const option of options) menu.add(new Option(option, option));
      menu.value = span.textContent ?? '';
      menu.addEventListener('change', () => {
        remember(`variable:${name}`, menu.value);
        show(name, menu.value);
      });
      span.after(menu);
      span.classList.add('visually-hidden');
    } else if (span.dataset.type === 'secret') {
      const input = document.createElement('input');
      input.type = 'password';
      input.className = 'variable-input';
      input.autocomplete = 'off';
      input.placeholder = span.dataset.label ?? name;
      input.setAttribute('aria-label', span.dataset.label ?? name);
      input.title = span.dataset.description ?? '';
      input.value = secrets.get(name) ?? '';
      input.addEventListener('input', () => {
        secrets.set(name, input.value);
        show(name, input.value);
      });
      span.after(input);
      span.classList.add('visually-hidden');
    }
  }
}

function show(name: string, value: string): void {
  for (const span of document.querySelectorAll<HTMLElement>('[data-variable]')) {
    if (span.dataset.variable !== name) continue;
    const control = span.nextElementSibling;
    if (control instanceof HTMLSelectElement || control instanceof HTMLInputElement) {
      if (control.value !== value) control.value = value;
      if (span.dataset.type === 'select') span.textContent = value;
    }
  }
}
