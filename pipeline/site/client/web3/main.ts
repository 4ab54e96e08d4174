import { copyFrom } from '../components/announce.ts';
import { fresh } from '../components/fresh.ts';

// Loaded only by pages with a component about chains or contracts.
start();

// `docent dev` swaps the article in place.
document.addEventListener('docent:swap', start);

function start(): void {
  const root = document.querySelector<HTMLElement>('main.main');
  if (!root) return;
  for (const button of fresh(root, '[data-web3-copy]')) {
    button.addEventListener('click', () => void copyFrom(button, button.dataset.web3Copy ?? ''));
  }
}
