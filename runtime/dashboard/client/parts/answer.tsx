import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderMarkdown } from '../../../../pipeline/site/client/assistant/markdown.ts';

/** Markdown of an answer or a passage, drawn as readers see it: nothing in it becomes markup of its own. */
export function Answer({ text }: { readonly text: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = renderMarkdown(text, { code });
    for (const link of drawn.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
    ref.current?.replaceChildren(drawn);
  }, [text]);
  return <div ref={ref} class="answer" dir="auto" />;
}

function code(text: string): HTMLElement {
  const block = document.createElement('pre');
  block.dir = 'ltr';
  block.tabIndex = 0;
  block.append(text);
  return block;
}
