import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { configSchema } from '../../../../../schema/config/schema.ts';
import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { Icon } from '../../parts/icon.tsx';
import { Empty } from '../../parts/states.tsx';
import { setQuery, usePlace } from '../../place.ts';
import { many } from '../../words.ts';
import type { Checked } from '../checker.ts';
import type { Draft } from '../draft.ts';
import {
  changeBetween,
  readValue,
  treeOf,
  withEntry,
  withMoved,
  withTransfer,
  withValue,
} from './edit.ts';
import {
  byPath,
  countBelow,
  type Findings,
  FindingsContext,
  type Form,
  FormContext,
  isFields,
  LookContext,
  pathOf,
  target,
  wordsOf,
} from './form.ts';
import { Errors, Explanation } from './frame.tsx';
import { shared } from './kept.ts';
import { NavigationField } from './navigation.tsx';
import { focusField, ProblemLine } from './problem-line.tsx';
import { RedirectsField } from './redirects.tsx';
import { ThemeField } from './theme.tsx';
import { Fields, Value } from './value.tsx';

const { $schema: _schema, ...fields } = configSchema.properties ?? {};
/** Fields of the file itself that are no section of their own. */
const general = Object.keys(fields).filter((name) => {
  const { type, anyOf } = target(fields[name] ?? {});
  return type !== 'object' && type !== 'array' && anyOf === undefined;
});
export const sections = [
  'general',
  ...Object.keys(fields).filter((name) => !general.includes(name)),
];

/** Milliseconds after a change, in which its mistakes are shown. */
const pause = 100;

/** The settings as forms, one for each section of the file. */
export function Forms({
  draft,
  checked,
  isReadOnly,
}: {
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  readonly isReadOnly: boolean;
}) {
  const { query } = usePlace();
  const { text } = draft;
  const read = useMemo(valueReader, []);
  const value = read(text);
  // Before it is shown: the page waits for the check of what is typed.
  useEffect(() => draft.watch(() => setTimeout(() => read(draft.text))), [draft]);
  useEffect(() => {
    // The places of values are found while no one types, instead of after the next key.
    const prepare = setTimeout(() => treeOf(text), pause);
    return () => clearTimeout(prepare);
  }, [text]);
  const findings = useMemo(() => byPath(checked?.findings ?? []), [checked]);
  const form = useMemo(() => formOf(draft, isReadOnly), [draft, isReadOnly]);
  const { theme, colors, background } = isFields(value) ? value : {};
  const look = useMemo(() => ({ theme, colors, background }), [theme, colors, background]);
  const asked = query.get('section') ?? '';
  const section = sections.includes(asked) ? asked : 'general';
  const [sought, seek] = useState<{ readonly path: string }>();
  useEffect(() => {
    if (sought && focusField(sought.path)) seek(undefined);
  }, [sought, section]);
  const isBroken = checked?.findings.some(({ code }) => /^json-(syntax|depth|empty)/.test(code));
  if (isBroken || !isFields(value)) {
    return (
      <Empty icon="alert" title="The text is not JSON now">
        Forms need a text that can be read. Correct it in the text view, where the place of the
        mistake is marked, or undo the last change.
      </Empty>
    );
  }
  return (
    <FormContext.Provider value={form}>
      <ProblemLine
        checked={checked}
        onOpen={(finding) => {
          const path = pathOf(finding);
          const [name = ''] = path.split(/[.[]/);
          const next = sections.includes(name) ? name : 'general';
          setQuery({ section: next }, { replace: true });
          seek({ path });
        }}
      />
      <div class="settings-forms">
        <Sections findings={findings} section={section} value={value} />
        <div class="settings-form">
          <FindingsContext.Provider value={findings}>
            <LookContext.Provider value={look}>
              <SectionForm key={section} name={section} value={value} />
            </LookContext.Provider>
          </FindingsContext.Provider>
        </div>
      </div>
    </FormContext.Provider>
  );
}

/** Reads the value of a text, once for each; it shares what has not changed with the value of the text before. */
function valueReader(): (text: string) => unknown {
  let known: { readonly text: string; readonly value: unknown } | undefined;
  return (text) => {
    if (known?.text !== text) known = { text, value: shared(known?.value, readValue(text)) };
    return known.value;
  };
}

/** Changes of a draft; the same for as long as it is open. */
function formOf(draft: Draft, isReadOnly: boolean): Form {
  const write = (after: string, isTyped = false) => {
    if (after !== draft.text) draft.change(changeBetween(draft.text, after), { isTyped });
  };
  return {
    isReadOnly,
    set: (path, next) => write(withValue(draft.text, path, next), typeof next === 'string'),
    add: (list, index, entry) => write(withEntry(draft.text, list, index, entry)),
    move: (list, from, to) => write(withMoved(draft.text, list, from, to)),
    transfer: (from, list, index) => {
      const moved = withTransfer(draft.text, from, list, index);
      if (moved) write(moved.text);
      return moved?.path;
    },
  };
}

/** Whether a section has what is searched for in its names, or those of its fields, or their explanations. */
function matches(schema: JsonSchema, name: string, words: string, depth = 0): boolean {
  const own = target(schema);
  if (`${name} ${wordsOf(name)} ${own.description ?? ''}`.toLowerCase().includes(words))
    return true;
  if (depth > 3) return false;
  return Object.entries(own.properties ?? {}).some(([key, field]) =>
    matches(field, key, words, depth + 1),
  );
}

function Sections({
  findings,
  section,
  value,
}: {
  readonly findings: Findings;
  readonly section: string;
  readonly value: Readonly<Record<string, unknown>>;
}) {
  const words = usePlace().query.get('q') ?? '';
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where there is little room they are one line, which may begin before the current one.
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  const asked = words.trim().toLowerCase();
  const names = (name: string) => (name === 'general' ? general : [name]);
  const shown = sections.filter((name) =>
    names(name).some((one) => matches(fields[one] ?? {}, one, asked)),
  );
  return (
    <div class="sections">
      <label class="section-search">
        <span class="hidden">Find a setting</span>
        <Icon name="search" />
        <input
          type="search"
          placeholder="Find a setting"
          value={words}
          onInput={({ currentTarget: { value } }) => setQuery({ q: value }, { replace: true })}
        />
      </label>
      <nav ref={list} aria-label="Parts of the settings">
        {shown.length === 0 && <p class="muted">No setting is called so.</p>}
        {shown.map((name) => {
          const wrong = names(name).reduce((sum, one) => sum + countBelow(findings, one), 0);
          return (
            <button
              key={name}
              type="button"
              class="section-link"
              aria-current={name === section ? 'true' : undefined}
              onClick={() => setQuery({ section: name }, { replace: true })}
            >
              <span>{wordsOf(name)}</span>
              {wrong > 0 ? (
                <span class="count bad">
                  {wrong} <span class="hidden">{many(wrong, 'problem').replace(/^\d+ /, '')}</span>
                </span>
              ) : (
                name !== 'general' && value[name] !== undefined && <span class="muted dot">•</span>
              )}
            </button>
          );
        })}
      </nav>
    </div>
  );
}

function SectionForm({
  name,
  value,
}: {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}) {
  if (name === 'general') {
    return (
      <>
        <h2 tabIndex={-1}>General</h2>
        {general.map((one) => {
          const props = { schema: fields[one] ?? {}, value: value[one], path: [one] };
          return one === 'theme' ? (
            <ThemeField key={one} {...props} />
          ) : (
            <Value key={one} {...props} />
          );
        })}
      </>
    );
  }
  const schema = target(fields[name] ?? {});
  const part = value[name];
  const props = { schema, value: part, path: [name] };
  const elsewhere = isFields(part) ? part.$ref : undefined;
  return (
    <>
      <h2 tabIndex={-1}>{wordsOf(name)}</h2>
      {typeof elsewhere === 'string' ? (
        <p class="muted">
          It is in the file <code>{elsewhere}</code>, which is not part of this text.
        </p>
      ) : name === 'navigation' ? (
        <NavigationField value={part} path={[name]} />
      ) : name === 'redirects' ? (
        <RedirectsField {...props} />
      ) : schema.type === 'object' ? (
        <>
          <p class="muted">
            <Explanation text={schema.description} />
          </p>
          <Errors path={[name]} />
          <Fields {...props} />
        </>
      ) : (
        <Value {...props} />
      )}
    </>
  );
}
