import type { ComponentChildren } from 'preact';
import type { Field, Response, ResponseLink } from '../../../../schema/operation.ts';
import { plainLine } from '../../../openapi/text.ts';
import { usePage } from '../page-context.ts';
import { Described } from './described.tsx';
import {
  Contents,
  FieldView,
  MediaType,
  mediaClass,
  type Prefix,
  type View,
} from './fields-view.tsx';
import { Section } from './section.tsx';

/** Responses by status; the first one of success is open. */
export function Responses(props: { readonly responses: readonly Response[]; readonly view: View }) {
  const { responses, view } = props;
  if (responses.length === 0) return null;
  const main = responses.find((response) => /^2/.test(response.status)) ?? responses[0];
  return (
    <Section word={responses.length > 1 ? 'responses' : 'response'}>
      <ResponseRows responses={responses} main={main} prefix={mainPrefix} view={view} />
    </Section>
  );
}

const mainPrefix: Prefix = { id: 'response', others: ['response'] };

/** One row for each status. */
export function ResponseRows(props: {
  readonly responses: readonly Response[];
  /** The one that is open, and whose fields have the shortest anchors. */
  readonly main: Response | undefined;
  readonly prefix: Prefix;
  readonly view: View;
}) {
  const { responses, main, prefix, view } = props;
  const page = usePage();
  return (
    <>
      {responses.map((response) => {
        const { status, description = '', contents, headers = [], links = [] } = response;
        const [only] = contents;
        const empty = contents.length === 0 && headers.length === 0 && links.length === 0;
        const name = nameOf(status);
        // Often a description only repeats the name.
        const line = same(description, name) ? '' : lineOf(description);
        const isWhole = line === '' || line === plain(description);
        const head = (
          <>
            <StatusChip status={status} />
            {name && (
              <span class="response-name" dir="ltr">
                {name}
              </span>
            )}
            {line !== '' && <span class="response-lead">{line}</span>}
            {contents.length === 1 && only && <MediaType text={only.mediaType} />}
          </>
        );
        const words = !isWhole && <Described text={description} />;
        const place = `${prefix.id}-${status.toLowerCase()}`;
        const id = page.headingId(place, place);
        if (empty && !words) {
          return (
            <div class="dc-response" key={status}>
              <div class="response-head" id={id}>
                {head}
              </div>
            </div>
          );
        }
        const own: Prefix = response === main ? prefix : { id: place, others: [] };
        return (
          <details
            class="dc-response"
            key={status}
            open={response === main}
            {...(response === main ? { 'data-main': '' } : {})}
          >
            <summary class="response-head" id={id}>
              {head}
            </summary>
            <div class="response-body">
              {words}
              <Headers headers={headers} prefix={own} view={view} isShared={isError(status)} />
              <Contents contents={contents} prefix={own} view={view} isShared={isError(status)} />
              <Links links={links} view={view} />
            </div>
          </details>
        );
      })}
    </>
  );
}

function Headers(props: {
  readonly headers: readonly Field[];
  readonly prefix: Prefix;
  readonly view: View;
  readonly isShared: boolean;
}) {
  const { headers, prefix, view, isShared } = props;
  if (headers.length === 0) return null;
  return (
    <Part title={view.labels.header} isShared={isShared}>
      {headers.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          prefix={{ id: `${prefix.id}-header`, others: [] }}
          view={view}
        />
      ))}
    </Part>
  );
}

function Links(props: { readonly links: readonly ResponseLink[]; readonly view: View }) {
  const page = usePage();
  const { links, view } = props;
  if (links.length === 0) return null;
  return (
    <Part title={view.labels.links}>
      {links.map((link) => (
        <div class="field dc-field" key={link.name}>
          <div class="field-head">
            <code class="field-name" dir="ltr">
              {link.name}
            </code>
            {link.page ? (
              <a href={page.link(`/${link.page.path}`)}>{page.words(link.page.title)}</a>
            ) : (
              <span class="field-type" dir="ltr">
                {link.operation}
              </span>
            )}
          </div>
          {link.description && <Described text={link.description} />}
          {link.parameters.map(([name, value]) => (
            <p class="field-fact" dir="ltr" key={name}>
              <code>{name}</code> = <code>{value}</code>
            </p>
          ))}
        </div>
      ))}
    </Part>
  );
}

/** Errors of an API have one form, which each of its operations repeats. */
function isError(status: string): boolean {
  return /^[45]/.test(status);
}

function Part(props: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly isShared?: boolean;
}) {
  return (
    <div class={mediaClass(props.isShared)}>
      <p class="media-head">{props.title}</p>
      {props.children}
    </div>
  );
}

/** What a status is called; the names are those of HTTP, in any language. */
function nameOf(status: string): string {
  const ranges: Readonly<Record<string, string>> = {
    '1XX': 'Informational',
    '2XX': 'Success',
    '3XX': 'Redirection',
    '4XX': 'Client Error',
    '5XX': 'Server Error',
  };
  // Importing the module would load Node's own client of HTTP, half of what starting a build takes.
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  return STATUS_CODES[status] ?? ranges[status] ?? '';
}

/** Longest description in the line of a status. */
const longestLine = 160;

/** The first paragraph of a description, or the beginning of it. */
function lineOf(description: string): string {
  const plain = plainLine(description);
  if (plain.length <= longestLine) return plain;
  const cut = plain.slice(0, longestLine);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`;
}

/** A description without the marks of code and emphasis, which the line of a status doesn't have; of a long one, a part. */
function plain(description: string): string {
  return description
    .trim()
    .slice(0, 4 * longestLine)
    .replace(/`([^`]*)`|\*\*(?=\S)(.+?)(?<=\S)\*\*/g, '$1$2');
}

function same(text: string, name: string): boolean {
  return text.trim().replace(/\.$/, '').toLowerCase() === name.toLowerCase();
}

function StatusChip({ status }: { readonly status: string }) {
  const kind = /^[1-5]/.exec(status)?.[0] ?? 'other';
  return (
    <span class="dc-status" data-status={kind} dir="ltr">
      {status}
    </span>
  );
}
