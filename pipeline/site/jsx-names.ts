import type * as JSX from 'estree-jsx';

/** Name of an attribute as it is written. */
export function attributeName(name: JSX.JSXAttribute['name']): string {
  return name.type === 'JSXIdentifier' ? name.name : `${name.namespace.name}:${name.name.name}`;
}

/** Name of an element as it is written: `Card`, `Tree.File`. */
export function elementName(name: JSX.JSXOpeningElement['name']): string {
  if (name.type === 'JSXIdentifier') return name.name;
  if (name.type === 'JSXNamespacedName') return `${name.namespace.name}:${name.name.name}`;
  return `${elementName(name.object)}.${name.property.name}`;
}

/** JSX text loses line breaks and the blanks around them. */
export function jsxText(value: string): string {
  const lines = value.split(/\r?\n/);
  return lines
    .map((line, index) => {
      let kept = line.replaceAll('\t', ' ');
      if (index > 0) kept = kept.trimStart();
      if (index < lines.length - 1) kept = kept.trimEnd();
      return kept;
    })
    .filter((line) => line !== '')
    .join(' ');
}
