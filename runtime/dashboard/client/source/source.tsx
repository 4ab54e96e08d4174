import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Waiting } from '../parts/states.tsx';
import type { SourceProps } from './source-editor.tsx';

let Editor: ComponentType<SourceProps> | undefined;

/** The source of a page; its editor is loaded with the first one. Without it the text is plain. */
export function Source(props: SourceProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(Editor ? 'ready' : 'loading');
  useEffect(() => {
    if (Editor) return;
    import('./source-editor.tsx').then(
      (module) => {
        Editor = module.SourceEditor;
        setState('ready');
      },
      () => setState('failed'),
    );
  }, []);
  if (Editor) return <Editor {...props} />;
  if (state === 'loading') return <Waiting />;
  return (
    <div class="code">
      <div class="code-head">{props.file}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
      <pre tabIndex={0} dir="ltr">
        {props.text}
      </pre>
    </div>
  );
}
