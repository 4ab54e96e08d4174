import { Icon } from '../parts/icon.tsx';
import { base } from '../served.ts';
import { Appearance } from '../user-menu.tsx';

/** The menu at the end of the navigation, in the place of that of a member. */
export function StudioMenu({ onKeys }: { readonly onKeys: () => void }) {
  return (
    <div class="studio-menu">
      <Appearance />
      <a class="nav-link" href={`${base}/site`} target="_blank" rel="noreferrer">
        <Icon name="external" /> Open the site
      </a>
      <button type="button" class="nav-link" onClick={onKeys}>
        <Icon name="keyboard" /> Keyboard shortcuts
      </button>
    </div>
  );
}
