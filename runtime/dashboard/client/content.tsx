import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Opened } from './opened.ts';
import { Empty, Trouble, Waiting } from './parts/states.tsx';
import { to } from './place.ts';
import type { Section } from './sections.ts';

/** The section, or why there is none. */
export function Content({ place }: { readonly place: Opened }) {
  const { section, project, projects, isOrg } = place;
  if (section && (project || isOrg)) {
    return <Loaded key={`${isOrg ? 'org' : project?.id} ${section.name}`} section={section} />;
  }
  if (place.failure) return <Trouble failure={place.failure} retry />;
  if (place.isLoading || (place.isBare && projects.length > 0)) return <Waiting />;
  if (projects.length === 0) {
    return (
      <Empty isPage icon="rocket" title="There is no project yet">
        Build a site and publish it here with <code>docent build</code> and{' '}
        <code>docent serve</code>, or create a project with the API.
      </Empty>
    );
  }
  return (
    <Empty
      isPage
      icon="search"
      title="There is nothing at this address"
      action={
        <a class="button primary" href={to([])}>
          Go to the overview
        </a>
      }
    >
      The project or the section has another name now, or your role does not include it.
    </Empty>
  );
}

const loaded = new Map<string, ComponentType>();

/** A section, once its module has arrived. */
function Loaded({ section }: { readonly section: Section }) {
  const [, redraw] = useState(0);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (loaded.has(section.name)) return;
    section.load().then(
      (component) => {
        loaded.set(section.name, component);
        redraw((count) => count + 1);
      },
      () => setLost(true),
    );
  }, [section]);
  const Content = loaded.get(section.name);
  if (Content) return <Content />;
  if (!isLost) return <Waiting />;
  return (
    <Empty
      isPage
      icon="alert"
      title="This section could not be loaded"
      action={
        <button type="button" class="primary" onClick={() => window.location.reload()}>
          Load the dashboard again
        </button>
      }
    >
      The server may have been updated, or the connection was lost.
    </Empty>
  );
}
