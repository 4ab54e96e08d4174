import { findRuntime, type Runtime } from './runtime.ts';

/** Brings what a server adds to a page: the assistant's button and the question below the text. */
export function offerServices(): void {
  const begin = () => {
    void findRuntime().then((runtime) => {
      if (!runtime) return;
      found = runtime;
      if (runtime.assistant) {
        void import('./assistant/button.ts').then(({ showButton }) => showButton(runtime));
      }
      askAboutPage();
    });
  };
  // Reading comes first.
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1500 });
  else setTimeout(begin, 200);
}

let found: Runtime | undefined;

/** Puts the question below the article; asked again when the article is swapped. */
export function askAboutPage(): void {
  const runtime = found;
  if (!runtime?.feedback || !document.querySelector('.page-end')) return;
  void import('./feedback.ts').then(({ askForRating }) => askForRating(runtime));
}
