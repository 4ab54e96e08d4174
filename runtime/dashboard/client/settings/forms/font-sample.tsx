import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const words = 'The quick brown fox, 0123456789';

/**
 * Text in a font of this device. The policy of the page loads no fonts from elsewhere: of those, the sample says that it
 * can't be shown.
 */
export function FontSample({ family }: { readonly family: string }) {
  const sample = useRef<HTMLSpanElement>(null);
  const [isThere, setThere] = useState(true);
  useLayoutEffect(() => {
    setThere(isInstalled(family));
    sample.current?.style.setProperty('font-family', quoted(family));
  }, [family]);
  return (
    <span class="font-sample">
      <span ref={sample} hidden={!isThere}>
        {words}
      </span>
      {!isThere && (
        <span class="muted">“{family}” is not installed here, so there is no sample of it.</span>
      )}
    </span>
  );
}

function quoted(family: string): string {
  return family
    .split(',')
    .map((name) => JSON.stringify(name.trim().replaceAll(/^['"]|['"]$/g, '')))
    .join(', ');
}

/** A missing font leaves text as wide as the one behind it in the list. */
function isInstalled(family: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return true;
  const widthIn = (font: string) => {
    context.font = `40px ${font}`;
    return context.measureText(words).width;
  };
  return ['monospace', 'serif', 'sans-serif'].some(
    (other) => widthIn(`${quoted(family)}, ${other}`) !== widthIn(other),
  );
}
