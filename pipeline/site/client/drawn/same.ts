import { type ComponentChildren, Fragment, isValidElement, toChildArray } from 'preact';
import type { Props } from '../../components/component.ts';

/** Elements in elements that are looked at; authors' data can hold itself. */
const deepest = 20;

/** Whether something in properties runs: a handler, or a component of the author. */
export function holdsCode(value: unknown, depth = 0): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  if (!isValidElement(value)) {
    return Object.values(value).some((inner) => holdsCode(inner, depth + 1));
  }
  const { type, props } = value;
  const isOfAuthor = typeof type === 'function' && type !== Fragment && !('isOfSite' in type);
  return isOfAuthor || holdsCode(props, depth + 1);
}

/** Whether all of some content can be read: what components show is not known before they are drawn. */
export function isText(children: ComponentChildren): boolean {
  return toChildArray(children).every((child) => {
    if (!isValidElement(child)) return true;
    const isRead = typeof child.type === 'string' || child.type === Fragment;
    return isRead && isText((child.props as Props).children);
  });
}

/** Whether two values show the same; functions, which are made again all the time, show nothing. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'function' && typeof other === 'function') return true;
  if (typeof one !== 'object' || typeof other !== 'object' || depth > deepest) return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  if (isValidElement(one) && isValidElement(other)) {
    return (
      one.type === other.type && one.key === other.key && isSame(one.props, other.props, depth + 1)
    );
  }
  const [left, right] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => isSame(left[name], right[name], depth + 1))
  );
}
