import { type Design, forgetDesign, loadDesign, type Node } from './design.ts';
import { type Carrier, groundRules, ownRules, plainRules, variableRules } from './ground.ts';
import { withOpacity } from './opacity.ts';
import { type Utility, utilityOf } from './rules.ts';

/** Style sheet of the utility classes among the class names of a page, and of what is under them; empty for most. */
export async function utilityStyles(names: ReadonlySet<string>, carrier: Carrier): Promise<string> {
  const { html, canvas } = carrier;
  const used = await utilitiesIn(names);
  const plain =
    ownRules(used.utilities, names, carrier) +
    plainRules(used.utilities, { notProse: names.has('not-prose'), canvas });
  if (used.design === undefined) return plain;
  const variables = new Map(used.utilities.flatMap((utility) => [...utility.variables]));
  const rules = withOpacity(grouped(used.utilities), variables);
  const css = [
    variableRules(variables),
    groundRules(used.utilities, html),
    themeRules(rules, used.design),
    plain,
    rules,
    keyframes(rules, used.design),
  ].join('');
  // The sheet is inlined in a document: nothing in it may end it.
  return css.replaceAll('</', '<\\/');
}

/** The utilities among some names, in the order in which later ones win, and what knows them. */
async function utilitiesIn(
  names: ReadonlySet<string>,
): Promise<{ readonly utilities: readonly Utility[]; readonly design?: Design }> {
  const candidates = [...names]
    .filter((name) => name !== 'not-prose')
    .sort()
    .slice(0, mostNames);
  if (known.size > mostKnown) {
    known.clear();
    forgetDesign();
  }
  if (candidates.every((name) => known.get(name) === null)) return { utilities: [] };
  const design = await loadDesign();
  const used = candidates.filter((name) => find(name, design) !== null);
  if (used.length === 0) return { utilities: [] };
  const order = new Map(design.getClassOrder(used).map(([name, at]) => [name, at ?? 0n]));
  const placeOf = (name: string): bigint => order.get(name) ?? 0n;
  used.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return { utilities: used.flatMap((name) => find(name, design) ?? []), design };
}

/** As many names as no page written by hand has. */
const mostNames = 5000;

/** What names are, null for those that are no utilities; shared by all pages of a build. */
const known = new Map<string, Utility | null>();

/** More than sites have: a server that builds for many does not remember the names of all. */
const mostKnown = 20_000;

function find(name: string, design: Design): Utility | null {
  let found = known.get(name);
  if (found === undefined) {
    found = utilityOf(name, design) ?? null;
    known.set(name, found);
  }
  return found;
}

/** Neighbours that hold under the same conditions share them. */
function grouped(used: readonly Utility[]): string {
  const groups: { readonly key: string; readonly rules: Utility['rules'][] }[] = [];
  for (const { rules } of used) {
    const key = JSON.stringify(rules.map(({ conditions }) => conditions));
    const last = groups.at(-1);
    if (last?.key === key) last.rules.push(rules);
    else groups.push({ key, rules: [rules] });
  }
  return groups
    .map(({ rules }) =>
      (rules[0] ?? [])
        .map(({ conditions }, index) => {
          const text = rules.map((some) => some[index]?.text ?? '').join('');
          return conditions.reduceRight((inner, condition) => `${condition}{${inner}}`, text);
        })
        .join(''),
    )
    .join('');
}

/** Variables of Tailwind's theme that authors name themselves, as in `bg-(--color-red-500)`. */
function themeRules(css: string, design: Design): string {
  const names = css.match(/(?<=var\()--(?:color|spacing|container|breakpoint)[\w-]*/g) ?? [];
  const values = [...new Set(names)].flatMap((name) => {
    const value = design.resolveThemeValue(name);
    return value === undefined ? [] : [`${name}:${value}`];
  });
  return values.length === 0 ? '' : `:where(main){${values.join(';')}}`;
}

/** The movements that animations name. */
function keyframes(css: string, design: Design): string {
  const moving = css.match(/animation:[^;}]*/g)?.join(' ') ?? '';
  return [...design.theme.getKeyframes()]
    .filter(({ params }) => new RegExp(`\\b${params}\\b`).test(moving))
    .map(print)
    .join('');
}

function print(node: Node): string {
  if (node.kind === 'declaration') return `${node.property}:${node.value};`;
  if (node.kind !== 'rule' && node.kind !== 'at-rule') return '';
  const head = node.kind === 'rule' ? node.selector : `${node.name} ${node.params}`;
  return `${head}{${node.nodes.map(print).join('')}}`;
}
