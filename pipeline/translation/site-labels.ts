import { readAssistant } from '../../schema/config/assistant.ts';
import type { Config } from '../../schema/config/config.ts';
import { readSearch } from '../../schema/config/search.ts';
import { readErrors } from '../../schema/config/site-rules.ts';
import type { NavNode, Site } from '../../schema/site.ts';

/** A longer one isn't translated, in UTF-8 bytes: it is part of a database index, which PostgreSQL limits to 2,704. */
const longest = 2000;

/** Texts of `docs.json` that readers see, in order: what is translated besides pages. */
export function siteLabels(site: Site): string[] {
  const labels = [...navigationTexts(site), ...barTexts(site.config), ...otherTexts(site.config)];
  const isLabel = (label: string | undefined): label is string =>
    label !== undefined && /\p{L}/u.test(label) && Buffer.byteLength(label) <= longest;
  return [...new Set(labels.filter(isLabel))];
}

type Texts = readonly (string | undefined)[];

function navigationTexts({ navigation, language }: Site): Texts {
  const visit = (node: NavNode): Texts => {
    if (node.type === 'page') return [];
    const own: (string | undefined)[] = [];
    if (node.type === 'container' && node.kind === 'language') {
      if (node.language?.code !== language) return [];
    } else own.push(node.label);
    if (node.type === 'container') own.push(node.description);
    if (node.type === 'group') own.push(node.tag);
    return node.type === 'link' ? own : [...own, ...node.children.flatMap(visit)];
  };
  return visit(navigation.root);
}

/** Header, footer and banner. A language that has its own of them in the navigation shows those. */
function barTexts({ navbar, footer, banner }: Config): Texts {
  const columns = footer?.links ?? [];
  return [
    ...navbar.links.map(({ label }) => label),
    navbar.primary?.label,
    ...columns.flatMap(({ header, items }) => [header, ...items.map(({ label }) => label)]),
    footer?.text,
    banner?.content,
  ];
}

/** Search, the page's menu, the 404 page and the assistant. */
function otherTexts({ search, contextual, errors, assistant }: Config): Texts {
  const options = contextual?.options ?? [];
  const { greeting, suggestedQuestions, contactSupport } = assistant;
  // What the author leaves out has a text of ours in each language.
  const own = (text: string, otherwise: string) => (text === otherwise ? undefined : text);
  return [
    own(search.prompt, readSearch().prompt),
    own(search.placeholder, readSearch().placeholder),
    ...options.flatMap((one) => (typeof one === 'string' ? [] : [one.title, one.description])),
    own(errors[404].title, readErrors()[404].title),
    errors[404].description,
    ...(assistant.enabled ? [greeting, ...suggestedQuestions] : []),
    assistant.enabled && contactSupport.enabled
      ? own(contactSupport.label, readAssistant().contactSupport.label)
      : undefined,
  ];
}
