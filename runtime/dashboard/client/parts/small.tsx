import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ago, exactly } from '../words.ts';
import { Icon } from './icon.tsx';
import { say } from './toast.tsx';

/** Copies a text and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch {
    say('The browser does not allow copying here. Select the text and copy it yourself.', {
      isBad: true,
    });
  }
}

/** An id or another text that is copied with one click. */
export function Copy({
  text,
  label = 'Copy',
  isShort = false,
}: {
  readonly text: string;
  readonly label?: string;
  readonly isShort?: boolean;
}) {
  return (
    <button
      type="button"
      class={isShort ? 'copy short' : 'copy'}
      title={text}
      aria-label={`${label} ${text}`}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void copyText(text);
      }}
    >
      <code>{text}</code>
      <Icon name="copy" size={14} />
    </button>
  );
}

/** In place of a value that is missing; left out where a row has no columns. */
export const dash = <span class="muted dash">–</span>;

/** A time as people say it, and exactly on hover and for screen readers. */
export function Time({ at }: { readonly at: string | number | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (at === null || at === undefined || at === '') return dash;
  const time = new Date(at).getTime();
  return (
    <time dateTime={new Date(time).toISOString()} title={exactly(time)}>
      {ago(time, now)}
    </time>
  );
}

export type Tone = 'good' | 'bad' | 'wait' | 'info' | 'plain';

/** A state as a word with a dot in its colour. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** A link to elsewhere; only to addresses that browsers open as pages. */
export function Outside({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
}) {
  if (!/^(https?:\/\/|\/(?![/\\\s]))/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" size={13} />
      <span class="hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** A field of a form with its name above and its explanation below. */
export function Field({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is among the children.
    <label class="field">
      <span class="label">{label}</span>
      {children}
      {hint && <span class="hint">{hint}</span>}
    </label>
  );
}

/** A term and what it is, below each other. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren])[];
}) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** JSON as people read it; null when a text is none. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A block of code that can be copied. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code">
      <div class="code-head">
        <span>{label}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={`Copy ${label}`}
          onClick={() => void copyText(text)}
        >
          <Icon name="copy" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
      <pre tabIndex={0} dir="ltr">
        {text}
      </pre>
    </div>
  );
}
