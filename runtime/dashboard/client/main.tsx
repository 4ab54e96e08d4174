import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { App } from './app.tsx';
import { answers } from './cache.ts';
import { scope } from './place.ts';
import { listenToKeys } from './shortcuts.ts';

// What is shown is read again when the page is seen again.
answers.mount();
listenToKeys();
const root = document.getElementById('app');
if (root) {
  render(
    <LocationProvider scope={scope}>
      <App />
    </LocationProvider>,
    root,
  );
}
