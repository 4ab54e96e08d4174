import { type ComponentChild, h } from 'preact';
import type { PageContext } from './components/page-context.ts';

/** A variable in prose: its value, or what the reader chooses or enters. */
export function variableElement(page: PageContext, name: string, written: string): ComponentChild {
  const declared = page.site.config.variables.find((one) => one.name === name);
  if (!declared) return written;
  const value = page.site.variables.get(name);
  if (declared.type === 'select' || declared.type === 'secret') {
    page.feature('variables');
    return h(
      'span',
      {
        class: 'variable',
        'data-variable': name,
        'data-type': declared.type,
        ...(declared.label === undefined ? {} : { 'data-label': declared.label }),
        ...(declared.description === undefined ? {} : { 'data-description': declared.description }),
        ...(declared.options === undefined ? {} : { 'data-options': declared.options.join('\n') }),
      },
      declared.type === 'secret' ? (declared.label ?? name) : (value ?? name),
    );
  }
  return value ?? written;
}
