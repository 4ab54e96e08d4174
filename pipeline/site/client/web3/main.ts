import { copyFrom } from '../components/announce.ts';
import { fresh } from '../components/fresh.ts';

// Loaded only by pages with a component about chains or contracts; the library comes with the first request.
start();

// `docent dev` swaps the article in place.
document.addEventListener('docent:swap', start);

function start(): void {
  const root = document.querySelector<HTMLElement>('main.dc-main');
  if (!root) return;
  startCopies(root);
  startConnects(root);
  startCalls(root);
}

/** Buttons that copy a value. */
function startCopies(root: ParentNode): void {
  for (const button of fresh(root, '[data-web3-copy]')) {
    button.addEventListener('click', () => void copyFrom(button, button.dataset.web3Copy ?? ''));
  }
}

/** Buttons that connect a wallet; the one that this tab has used is connected at once. */
function startConnects(root: ParentNode): void {
  for (const box of fresh(root, '[data-web3-connect]')) {
    const button = box.querySelector('button');
    const loading = import('./connect.ts');
    void loading.then(({ showConnection }) => showConnection(box));
    button?.addEventListener('click', () => {
      void loading.then(({ pressConnect }) => pressConnect(box, button));
    });
  }
}

/** Forms that ask contracts or send transactions. */
function startCalls(root: ParentNode): void {
  for (const card of fresh(root, '[data-web3-call]')) {
    card.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      void import('./calls.ts').then(({ submitCall }) => submitCall(card));
    });
  }
}
