import { addStyles } from './add-styles.ts';
import { element, freeId, glyph, shapes } from './element.ts';
import { styles } from './feedback.css';
import type { Runtime } from './runtime.ts';
import { visitorId } from './visitor.ts';
import type { ReaderWords } from './words.ts';

type Choice = 'positive' | 'negative';

/** The question below an article, while the page is open. */
interface Rating {
  readonly runtime: Runtime;
  readonly words: ReaderWords;
  /** Path of the page. */
  readonly path: string;
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly status: HTMLElement;
  chosen: Choice | undefined;
}

/** Asks below the article whether it helped (`addons.feedback.thumbsRating`), with room for a comment. */
export function askForRating(runtime: Runtime, words: ReaderWords): void {
  const end = document.querySelector('.page-end');
  const path = pagePath();
  if (!end || path === undefined || end.querySelector('.rating')) return;
  const status = element('p', { class: 'rating-status', role: 'status' });
  const rating: Rating = {
    runtime,
    words,
    path,
    ...commentForm(words),
    status,
    chosen: undefined,
  };
  const section = element(
    'section',
    { class: 'rating feedback-toolbar', 'aria-label': words.helpful },
    element('h2', { class: 'rating-title' }, words.helpful),
    element('div', { class: 'rating-buttons' }, ...ratingButtons(rating)),
    rating.form,
    status,
  );
  rating.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void comment(rating);
  });
  addStyles(styles);
  end.prepend(section);
}

function commentForm(words: ReaderWords): Pick<Rating, 'form' | 'field'> {
  const id = freeId('rating-comment');
  const field = element('textarea', { rows: '3', maxlength: '2000', id });
  const form = element(
    'form',
    { class: 'rating-form', hidden: true },
    element('label', { for: id }, words.comment),
    field,
    element('button', { type: 'submit', class: 'button' }, words.sendComment),
  );
  return { form, field };
}

function ratingButtons(rating: Rating): readonly HTMLButtonElement[] {
  const { words } = rating;
  const button = (label: string, shape: string): HTMLButtonElement =>
    element(
      'button',
      { type: 'button', class: 'quiet-button rating-button', 'aria-pressed': 'false' },
      glyph(shape, 16),
      label,
    );
  const yes = button(words.yes, shapes.up);
  const no = button(words.no, shapes.down);
  const press = (choice: Choice): void => {
    yes.setAttribute('aria-pressed', String(choice === 'positive'));
    no.setAttribute('aria-pressed', String(choice === 'negative'));
    void choose(rating, choice);
  };
  yes.addEventListener('click', () => press('positive'));
  no.addEventListener('click', () => press('negative'));
  return [yes, no];
}

async function choose(rating: Rating, choice: Choice): Promise<void> {
  rating.chosen = choice;
  if (!(await send(rating, choice))) return;
  rating.status.textContent = rating.words.thanks;
  rating.form.hidden = false;
}

async function comment(rating: Rating): Promise<void> {
  const { form, field, status, words, chosen } = rating;
  const text = field.value.trim();
  if (text === '' || !chosen || !(await send(rating, chosen, text))) return;
  form.hidden = true;
  field.value = '';
  status.textContent = words.thanks;
}

async function send(rating: Rating, choice: Choice, comment?: string): Promise<boolean> {
  const { path, status, words } = rating;
  // `x` may be the page `x` or `x/index`: the address does not tell.
  for (const pagePath of path === 'index' ? ['index'] : [path, `${path}/index`]) {
    const answered = await post(rating.runtime, {
      pagePath,
      rating: choice,
      visitorId: visitorId(),
      ...(comment ? { comment } : {}),
    });
    if (answered === 'taken') return true;
    if (answered === 'failed') break;
  }
  status.textContent = words.notSent;
  return false;
}

async function post(
  { api, project }: Runtime,
  body: object,
): Promise<'taken' | 'no such page' | 'failed'> {
  try {
    const response = await fetch(`${api}/feedback/${project}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return 'taken';
    return response.status === 404 ? 'no such page' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Path of the page, as its Markdown twin tells it. */
function pagePath(): string | undefined {
  const twin = document.querySelector<HTMLLinkElement>('link[type="text/markdown"]');
  const base = document.documentElement.dataset.base ?? '';
  const address = twin && new URL(twin.href).pathname;
  if (!address?.startsWith(base)) return undefined;
  return decodeURIComponent(address.slice(base.length + 1)).replace(/\.md$/, '');
}
