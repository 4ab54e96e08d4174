import { findRuntime, type Runtime } from './runtime.ts';

/** Brings what a server adds to a page: the assistant's button and the question below the text. */
export function offerServices(): void {
  const begin = () => {
    void findRuntime().then((runtime) => {
      // Room was left for a conversation that was open.
      if (!runtime?.assistant) document.documentElement.classList.remove('assistant-open');
      if (!runtime) return;
      found = runtime;
      if (runtime.assistant) void showAssistant(runtime);
      countElsewhere(runtime);
      askAboutPage();
    });
  };
  // Reading comes first.
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1500 });
  else setTimeout(begin, 200);
}

/** Where readers are asked before anything is measured, their answer reports the page. */
function countElsewhere({ visits, api }: Runtime): void {
  if (!visits || api.startsWith('/')) return;
  if (document.querySelector('.dc-consent [name="analytics"]')) return;
  void import('./visit.ts').then(({ reportVisit }) => reportVisit('elsewhere'));
}

let found: Runtime | undefined;

/** Puts the question below the article; asked again when the article is swapped. */
export function askAboutPage(): void {
  const runtime = found;
  if (!runtime?.feedback || !document.querySelector('.page-end')) return;
  void Promise.all([import('./feedback.ts'), words()]).then(([{ askForRating }, own]) =>
    askForRating(runtime, own),
  );
}

async function showAssistant(runtime: Runtime): Promise<void> {
  const [{ showButton }, own] = await Promise.all([import('./assistant/button.ts'), words()]);
  showButton(runtime, own);
}

async function words() {
  const { loadWords } = await import('./words.ts');
  return (await loadWords(document.documentElement.lang)).reader;
}
