import { cloneElement } from 'preact';
import { styleOf } from '../style-units.ts';
import { classes, flatten, type Props, text } from './component.ts';
import { MarkdownWords, WordsLine, wording } from './wording.tsx';

/** A picture or a video in a frame, with words above and below. */
export function Frame(props: Props) {
  const caption = wording(props.caption) ?? wording(props.description);
  const hint = wording(props.hint) ?? wording(props.title);
  return (
    <figure class={classes('frame dc-frame', text(props.className))} style={styleOf(props.style)}>
      {hint === undefined ? undefined : <WordsLine part="frame-hint" of={hint} />}
      <div class="dc-frame-content" data-component-part="frame-content">
        {flatten(props.children).map(playing)}
      </div>
      {caption === undefined ? undefined : (
        <figcaption data-component-part="frame-caption">
          <MarkdownWords of={caption} place={props.place} />
        </figcaption>
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
