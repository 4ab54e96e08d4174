import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { base } from '../served.ts';

/** The site next to its settings needs this much room. */
const wide = '(min-width: 75rem)';
const key = 'docent-studio-preview';
const watchers = new Set<() => void>();
let isWanted = read();

/** Whether the site is shown next to its settings: it is wanted, and there is room. */
export function usePreview(): boolean {
  const [, redraw] = useState(0);
  useEffect(() => {
    const watcher = () => redraw((count) => count + 1);
    const media = matchMedia(wide);
    watchers.add(watcher);
    media.addEventListener('change', watcher);
    return () => {
      watchers.delete(watcher);
      media.removeEventListener('change', watcher);
    };
  }, []);
  return isWanted && matchMedia(wide).matches;
}

/** Shows the site or hides it; where there is no room for it, there is no button either. */
export function PreviewButton() {
  const isShown = usePreview();
  return (
    <button
      type="button"
      class="preview-button"
      aria-pressed={isShown}
      onClick={() => {
        isWanted = !isShown;
        keep(isWanted);
        for (const watcher of [...watchers]) watcher();
      }}
    >
      <Icon name="beside" /> Preview
    </button>
  );
}

/** What a page of the site may do in the frame: everything but to put itself in the place of the studio. */
const allowed =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** The site as `docent dev` shows it: its pages load again by themselves when they have changed. */
export function Preview() {
  return (
    <aside class="preview" aria-label="Preview">
      <iframe src={`${base}/site`} title="Preview of the site" sandbox={allowed} />
    </aside>
  );
}

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

function keep(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}
