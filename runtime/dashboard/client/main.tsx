import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './place.ts';
import { listenToKeys } from './shortcuts.ts';

followLinks();
listenToKeys();
const root = document.getElementById('app');
if (root) render(<App />, root);
