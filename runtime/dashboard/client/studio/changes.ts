import { useEffect } from 'preact/hooks';
import { refresh } from '../cache.ts';
import { apiBase } from '../served.ts';

const watchers = new Set<() => void>();

/** Listens to the files of the site for as long as the page is open, and shows again what was read from them. */
export function SiteChanges() {
  useEffect(() => {
    const changes = new EventSource(`${apiBase}/changes`);
    changes.addEventListener('message', () => {
      refresh('/projects');
      for (const watcher of [...watchers]) watcher();
    });
    return () => changes.close();
  }, []);
  return null;
}

/** Calls back when files of the site have changed. */
export function onSiteChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
