import { directionOf } from '../../../../schema/languages.ts';
import { usePage } from '../page-context.ts';

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text of an API description; in English on an Arabic page, its sentences are read from the left. */
export function Described(props: { readonly text: string; readonly class?: string }) {
  const page = usePage();
  const isForeign = directionOf(page.page.language) === 'rtl' && !fromRight.test(props.text);
  return (
    <div class={props.class ?? 'field-text'} {...(isForeign ? { dir: 'ltr' } : {})}>
      {page.markdown(props.text)}
    </div>
  );
}
