import type { PlaygroundData, RequestForm } from '../../../../schema/form.ts';
import { withFields } from '../../../openapi/form/written-fields.ts';
import { safeJson } from '../../layout/markup.tsx';
import { wordsOf } from '../../words.ts';
import { type PageContext, usePage } from '../page-context.ts';

/** Methods that a page's script may use; without others, there is nothing to try. */
const callable = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** How much of the playground a page has for a form, by its front matter or `api.playground.display`. */
export function displayOf(
  { page, site }: PageContext,
  form: RequestForm | undefined,
): PlaygroundData['display'] | undefined {
  const wanted = page.frontmatter.playground ?? site.config.api.playground.display;
  if (!form || wanted === 'none' || !callable.has(form.method)) return undefined;
  return wanted === 'interactive' ? 'interactive' : 'simple';
}

/** The button that opens the form with the data of this id; its script is loaded when it is pressed. */
export function TryButton(props: {
  readonly data: string;
  readonly display: PlaygroundData['display'];
}) {
  const labels = wordsOf(usePage().page.language).api;
  return (
    <button
      type="button"
      class="dc-button try-it needs-js"
      data-form={props.data}
      aria-haspopup="dialog"
    >
      {props.display === 'interactive' ? labels.tryIt : labels.buildRequest}
    </button>
  );
}

/** The data of a form; without fields of its own, it has those that the page's text has named before. */
export function FormData(props: {
  readonly id: string;
  readonly form: RequestForm;
  readonly display: PlaygroundData['display'];
  readonly written: boolean;
}) {
  const page = usePage();
  const { api } = page.site.config;
  const { contentType } = page.page.frontmatter;
  const form = props.written
    ? withFields(props.form, page.closeFields(), { prefill: api.examples.prefill, contentType })
    : props.form;
  const data: PlaygroundData = {
    form,
    display: props.display,
    languages: api.examples.languages,
    proxy: api.playground.proxy,
  };
  return (
    <script
      type="application/json"
      id={props.id}
      dangerouslySetInnerHTML={{ __html: safeJson(data) }}
    />
  );
}

/** From here on, fields that the page's text names belong to the form that follows them. */
export function OpenFields() {
  usePage().openFields();
  return null;
}
