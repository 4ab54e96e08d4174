import { element, freeId, glyph, shapes } from './element.ts';
import type { Runtime } from './runtime.ts';
import { visitorId } from './visitor.ts';
import type { ReaderWords } from './words.ts';

/** Asks below the article whether it helped (`addons.feedback.thumbsRating`), with room for a comment. */
export function askForRating(runtime: Runtime, words: ReaderWords): void {
  const end = document.querySelector('.page-end');
  const path = pagePath();
  if (!end || path === undefined || end.querySelector('.rating')) return;
  const status = element('p', { class: 'rating-status', role: 'status' });
  const buttons = (['positive', 'negative'] as const).map((rating) => {
    const button = element(
      'button',
      { type: 'button', class: 'quiet-button rating-button', 'aria-pressed': 'false' },
      glyph(rating === 'positive' ? shapes.up : shapes.down, 16),
      rating === 'positive' ? words.yes : words.no,
    );
    button.addEventListener('click', () => void choose(rating));
    return button;
  });
  const id = freeId('rating-comment');
  const field = element('textarea', { rows: '3', maxlength: '2000', id });
  const form = element(
    'form',
    { class: 'rating-form', hidden: true },
    element('label', { for: id }, words.comment),
    field,
    element('button', { type: 'submit', class: 'button' }, words.sendComment),
  );
  const section = element(
    'section',
    { class: 'rating feedback-toolbar', 'aria-label': words.helpful },
    element('h2', { class: 'rating-title' }, words.helpful),
    element('div', { class: 'rating-buttons' }, ...buttons),
    form,
    status,
  );
  let chosen: 'positive' | 'negative' | undefined;

  async function choose(rating: 'positive' | 'negative'): Promise<void> {
    chosen = rating;
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-pressed', String((index === 0) === (rating === 'positive')));
    }
    if (await send(rating)) {
      status.textContent = words.thanks;
      form.hidden = false;
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const comment = field.value.trim();
    if (comment === '' || !chosen) return;
    void send(chosen, comment).then((sent) => {
      if (!sent) return;
      form.hidden = true;
      field.value = '';
      status.textContent = words.thanks;
    });
  });

  async function send(rating: string, comment?: string): Promise<boolean> {
    // `x` may be the page `x` or `x/index`: the address does not tell.
    for (const pagePath of path === 'index' ? ['index'] : [path, `${path}/index`]) {
      try {
        const response = await fetch(`${runtime.api}/feedback/${runtime.project}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            pagePath,
            rating,
            visitorId: visitorId(),
            ...(comment ? { comment } : {}),
          }),
        });
        if (response.ok) return true;
        if (response.status !== 404) break;
      } catch {
        break;
      }
    }
    status.textContent = words.notSent;
    return false;
  }

  end.prepend(section);
}

/** Path of the page, as its Markdown twin tells it. */
function pagePath(): string | undefined {
  const twin = document.querySelector<HTMLLinkElement>('link[type="text/markdown"]');
  const base = document.documentElement.dataset.base ?? '';
  const address = twin && new URL(twin.href).pathname;
  if (!address?.startsWith(base)) return undefined;
  return decodeURIComponent(address.slice(base.length + 1)).replace(/\.md$/, '');
}
