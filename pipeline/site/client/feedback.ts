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
  /** The question and its two answers. */
  readonly line: HTMLElement;
  /** What is asked after "No". */
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  readonly status: HTMLElement;
}

/** Asks below the article whether it helped (`addons.feedback.thumbsRating`), and after "No" what to improve. */
export function askForRating(runtime: Runtime, words: ReaderWords): void {
  const end = document.querySelector('.page-end');
  const path = pagePath();
  if (!end || path === undefined || end.querySelector('.dc-rating')) return;
  const yes = answerButton(words.yes, shapes.up);
  const no = answerButton(words.no, shapes.down);
  const rating: Rating = {
    runtime,
    words,
    path,
    line: element(
      'div',
      { class: 'rating-line' },
      // Not an `h2`: a site's rules for its headings would move it.
      element('div', { class: 'rating-title', role: 'heading', 'aria-level': '2' }, words.helpful),
      element('div', { class: 'rating-buttons' }, yes, no),
    ),
    ...commentForm(words),
    // The focus moves here when what had it is gone.
    status: element('p', { class: 'rating-status', role: 'status', tabindex: '-1' }),
  };
  const { line, form, status } = rating;
  yes.addEventListener('click', () => void choose(rating, 'positive'));
  no.addEventListener('click', () => void choose(rating, 'negative'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void comment(rating);
  });
  addStyles(styles);
  end.prepend(
    element(
      'section',
      { class: 'dc-rating feedback-toolbar', 'aria-label': words.helpful },
      line,
      form,
      status,
    ),
  );
}

function commentForm(words: ReaderWords): Pick<Rating, 'form' | 'field'> {
  const id = freeId('rating-comment');
  const field = element('textarea', { rows: '1', maxlength: '2000', id, dir: 'auto' });
  const form = element(
    'form',
    { class: 'rating-line rating-form', hidden: true },
    element('label', { for: id }, words.comment),
    field,
    element('button', { type: 'submit', class: 'dc-button' }, words.sendComment),
  );
  return { form, field };
}

function answerButton(label: string, shape: string): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'quiet-button rating-button' },
    glyph(shape, 16),
    label,
  );
}

async function choose(rating: Rating, choice: Choice): Promise<void> {
  if (!(await send(rating, choice))) return;
  rating.line.hidden = true;
  if (choice === 'positive') return thank(rating);
  rating.status.textContent = '';
  rating.form.hidden = false;
  rating.field.focus();
}

async function comment(rating: Rating): Promise<void> {
  const text = rating.field.value.trim();
  if (text === '') rating.field.focus();
  else if (await send(rating, 'negative', text)) thank(rating);
}

/** The only line that is left. */
function thank({ form, status, words }: Rating): void {
  form.hidden = true;
  status.textContent = words.thanks;
  status.focus({ preventScroll: true });
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
