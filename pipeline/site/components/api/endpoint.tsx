import { manualForm } from '../../../openapi/form/manual.ts';
import { wordsOf } from '../../words.ts';
import { type Props, text } from '../component.ts';
import { Heading } from '../heading.tsx';
import { type PageContext, usePage } from '../page-context.ts';
import { EndpointLine } from './method.tsx';
import { displayOf, FormData, OpenFields, TryButton } from './playground.tsx';

/** `Endpoint`: one endpoint's head; its body is the description. */
export function Endpoint(props: Props) {
  const page = usePage();
  const labels = wordsOf(page.page.language).api;
  page.feature('endpoint');
  const title = text(props.title);
  const method = text(props.method) ?? 'GET';
  const path = text(props.path) ?? '/';
  const form = formOf(method, path, page);
  const display = displayOf(page, form);
  const formId = display && page.uniqueId('form');
  const chips: (readonly [string, string])[] = [];
  const add = (label: string, value: unknown) => {
    const shown = text(value);
    if (shown) chips.push([label, shown]);
  };
  add(labels.authorization, props.auth);
  add(labels.rateLimit, props.rateLimit);
  add(labels.idempotency, props.idempotency);
  const since = text(props.since);
  const kits = (text(props.sdk) ?? '')
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return (
    <section class="dc-endpoint">
      {title && (
        <Heading level={2} id={props.id} className="endpoint-title">
          {title}
        </Heading>
      )}
      <EndpointLine method={method} path={path} copyLabel={labels.copyPath}>
        {formId && display && <TryButton data={formId} display={display} />}
      </EndpointLine>
      {(chips.length > 0 || since || kits.length > 0) && (
        <dl class="endpoint-facts">
          {chips.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto" class={label === labels.rateLimit ? 'field-chip' : undefined}>
                {value}
              </dd>
            </div>
          ))}
          {kits.length > 0 && (
            <div>
              <dt>SDK</dt>
              <dd>
                <ul class="endpoint-kits">
                  {kits.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
          {since && (
            <div>
              <dt>{labels.since}</dt>
              <dd>
                <Since text={since} language={page.page.language} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {formId && <OpenFields />}
      <div class="endpoint-text">{props.children}</div>
      {form && formId && display && <FormData id={formId} form={form} display={display} written />}
    </section>
  );
}

/** The form of an endpoint whose server is known: from its address, or from `api.mdx.server`. */
function formOf(method: string, path: string, { page, site }: PageContext) {
  const { server: servers, auth } = site.config.api.mdx;
  const host = /^https?:\/\/[^/]+/i.exec(path)?.[0];
  if (host === undefined && servers.length === 0) return undefined;
  const { authMethod } = page.frontmatter;
  return manualForm({
    method,
    path: host === undefined ? path : path.slice(host.length) || '/',
    servers: host === undefined ? servers : [host],
    auth: { ...auth, ...(authMethod ? { method: authMethod } : {}) },
  });
}

/** Free text; an ISO date as a date of the page's language. */
function Since(props: { readonly text: string; readonly language: string }) {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(props.text.trim());
  const date = match ? new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) : undefined;
  if (!date || Number.isNaN(date.getTime())) return <>{props.text}</>;
  return <time dateTime={date.toISOString().slice(0, 10)}>{dayOf(date, props.language)}</time>;
}

function dayOf(date: Date, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  } catch {
    return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  }
}
