import { cloneElement } from 'preact';
import { classes, flatten, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A picture or a video in a frame, with words above and below. */
export function Frame(props: Props) {
  const page = usePage();
  const caption = text(props.caption) ?? text(props.description);
  const hint = text(props.hint) ?? text(props.title);
  const style = text(props.style);
  return (
    <figure class={classes('frame', text(props.className))} {...(style ? { style } : {})}>
      {hint === undefined ? undefined : <p class="frame-hint">{hint}</p>}
      <div class="frame-content">{flatten(props.children).map(playing)}</div>
      {caption === undefined ? undefined : (
        <figcaption>{page.markdown(caption, props.place as never)}</figcaption>
      )}
    </figure>
  );
}

/** A video that plays by itself is silent, stays in its place and begins again. */
function playing(child: ReturnType<typeof flatten>[number]) {
  if (typeof child !== 'object') return child;
  if (child.props?.autoPlay === undefined && child.props?.autoplay === undefined) return child;
  return cloneElement(child, { playsInline: true, loop: true, muted: true });
}
