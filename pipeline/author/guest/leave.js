// What leaves the sandbox: texts, elements of HTML and of the site's components, plain values.

import { asksForBrowser, needsBrowser } from './browser.js';
import {
  createElement,
  defineChildren,
  Fragment,
  hostType,
  hostTypeOf,
  isElement,
  isSlot,
} from './element.js';
import { showsAll } from './looked.js';
import { contextOf, expanding, renderComponent } from './react.js';

/** Elements and values that one expression may make. */
const mostNodes = 200_000;
/** How deeply they may be nested. */
const deepest = 300;
const mostProblems = 20;

/** What one expression has made so far. */
let nodes = 0;
let problems = [];

/** What expressions see by name: the properties of their snippet, functions included. */
const scopes = [];

export function addScope(props) {
  return scopes.push({ user: {}, ...props, props }) - 1;
}

export function scopeOf(id) {
  return scopes[id];
}

const origins = new WeakMap();
const homes = new WeakMap();

/** Remembers the module that a function is exported by: the browser can get it from there. */
export function setHome(value, module, name) {
  homes.set(value, [module, name]);
}

/** Remembers where a component of an interactive module comes from: the browser imports it from there. */
export function setOrigin(component, module, name) {
  origins.set(component, [module, name]);
}

/** The value that `make` returns, ready for JSON, with the problems of components inside. */
export function leave(make, kind) {
  nodes = 0;
  problems = [];
  try {
    const value = make();
    const left = kind === 'child' ? expand(value, [], 0, false) : property(value, kind);
    return problems.length > 0 ? { v: left, p: problems } : { v: left };
  } catch (error) {
    return { x: described(error), p: problems };
  }
}

/** An error as plain text; whatever was thrown, it says something. */
export function described(error) {
  try {
    if (typeof error !== 'object' || error === null) return { name: '', message: String(error) };
    const { name, message, stack } = error;
    return { name: String(name), message: String(message), stack: String(stack ?? '') };
  } catch {
    return { name: '', message: 'an unknown error' };
  }
}

function property(value, kind) {
  if (typeof value?.then === 'function') {
    fail(
      new TypeError(
        'a promise has no value yet: pages are rendered at build time, without waiting',
      ),
    );
    return undefined;
  }
  if (kind === 'value') return encode(value, 0);
  const { children, ...rest } = Object(value);
  const props = encodeProps(rest, 0);
  if (children !== undefined) props.children = { $e: expand(children, [], 0, false) };
  return props;
}

function fail(error, more = {}) {
  if (problems.length < mostProblems) problems.push({ ...described(error), ...more });
}

function count(depth) {
  if (++nodes > mostNodes) throw new RangeError('too many elements and values');
  if (depth > deepest) throw new RangeError('elements or values are nested too deeply');
}

/** Adds what may be shown between tags to `out`, as a flat list. */
function expand(value, out, depth, inIsland) {
  count(depth);
  if (value === null || value === undefined || typeof value === 'boolean') return out;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    out.push(String(value));
  } else if (isElement(value)) {
    expandElement(value, out, depth, inIsland);
  } else if (typeof value === 'object') {
    if (typeof value.then === 'function') {
      fail(
        new TypeError(
          "a promise can't be shown: pages are rendered at build time, without waiting",
        ),
      );
    } else if (typeof value[Symbol.iterator] === 'function') {
      for (const item of value) expand(item, out, depth + 1, inIsland);
    } else {
      const keys = Object.keys(value).slice(0, 5).join(', ');
      fail(new TypeError(`an object can't be shown (its keys: ${keys}); show one of its values`));
    }
  }
  return out;
}

/** Elements that a component gets that the browser runs: it keeps them as they were built. */
const Kept = hostType({});
/** How deep elements are looked for in properties. */
const deepestSlot = 5;

function expandElement({ type, props }, out, depth, inIsland) {
  const children = () => expand(props.children, [], depth + 1, inIsland);
  const host = hostTypeOf(type);
  if (type === Fragment) expand(props.children, out, depth + 1, inIsland);
  else if (isSlot(type)) out.push({ k: props.id });
  else if (type === Kept) {
    const slot = props.docentSlot;
    slot.isShown = true;
    out.push({ kept: kept(slot.content, depth), n: slot.name });
  } else if (typeof type === 'string') {
    out.push({ e: type, p: encodeProps(props, depth), c: children() });
  } else if (host?.component !== undefined) {
    out.push({ h: host.component, p: encodeProps(props, depth), c: children() });
  } else if (host?.snippet !== undefined) {
    const p = encodeProps(props, depth);
    out.push({ m: host.snippet, s: addScope(props), n: Object.keys(props), p, c: children() });
  } else if (contextOf(type)) {
    const context = contextOf(type);
    const before = context.value;
    if ('value' in props) context.value = props.value;
    try {
      expand(renderComponent(context.Provider, props), out, depth + 1, inIsland);
    } finally {
      context.value = before;
    }
  } else if (typeof type === 'function') {
    expandComponent(type, props, out, depth, inIsland);
  } else {
    fail(new TypeError('a component is not defined; check its name and its import'));
    expand(props.children, out, depth + 1, inIsland);
  }
}

/** A component that an author wrote. One that fails leaves its children; the browser draws what only it can. */
function expandComponent(type, props, out, depth, isInside) {
  const origin = isInside ? undefined : origins.get(type);
  const inIsland = isInside || origin !== undefined;
  const slots = [];
  const given = origin ? slotted(props, slots) : props;
  const { isAwake, isLate } = expanding;
  expanding.isAwake = origin !== undefined && asksForBrowser(type);
  expanding.isLate = false;
  try {
    const made = expandedOrChildren(type, given, depth, inIsland);
    if (origin && expanding.isAwake) out.push(island(origin, { given, slots, made }, depth));
    else out.push(...made);
  } finally {
    expanding.isAwake ||= isAwake;
    expanding.isLate ||= isLate;
  }
}

function expandedOrChildren(type, given, depth, inIsland) {
  try {
    return expand(renderComponent(type, given), [], depth + 1, inIsland);
  } catch (error) {
    const isLate = inIsland && needsBrowser(error);
    fail(error, isLate ? { isLate } : {});
    if (isLate) Object.assign(expanding, { isAwake: true, isLate });
    return expand(given.children, [], depth + 1, inIsland);
  }
}

/** A component for the browser, with what it may show there later. */
function island(origin, { given, slots, made }, depth) {
  const { isLate } = expanding;
  const later = slots.filter(({ isShown }) => !isShown);
  const r = later.map(({ name, content, isRead }) => ({
    ...{ n: name, c: kept(content, depth) },
    ...(isRead && showsAll(made, content) ? { d: true } : {}),
  }));
  const p = encodeProps(given, depth);
  for (const name of Object.keys(given)) {
    if (holdsFunction(given[name], 0))
      fail(new TypeError('a function stays here'), { stays: name });
  }
  const { children } = given;
  if (Array.isArray(children) || isText(children)) p.children = encode(children, depth + 1);
  return { i: origin, p, c: made, r, ...(isLate ? { l: true } : {}) };
}

/** Whether there is a function in a property that the browser can't import. */
function holdsFunction(value, depth) {
  if (typeof value === 'function') return !homes.has(value);
  if (typeof value !== 'object' || value === null || depth > deepestSlot) return false;
  if (isElement(value)) return false;
  return Object.values(value).some((item) => holdsFunction(item, depth + 1));
}

/**
 * Properties with a slot in the place of all elements; `slots` gets what is in them. Several children are as many
 * slots, with the properties of the elements in them: components show some, and ask what they are.
 */
function slotted(props, slots) {
  const add = (name, content) => {
    const slot = { name, content, isShown: false, isRead: false };
    slots.push(slot);
    const built = isElement(content) ? content.props : { children: content };
    const names = Object.keys(built).filter((key) => key !== 'children');
    const own = Object.fromEntries(names.map((key) => [key, built[key]]));
    const element = createElement(Kept, { ...own, docentSlot: slot });
    defineChildren(element.props, () => {
      slot.isRead = true;
      return built.children ?? [];
    });
    return element;
  };
  const children = (value) => {
    if (isText(value)) return value;
    if (!Array.isArray(value) || value.length < 2) return add('children', value);
    return value.map((item, at) =>
      isElement(item) ? add(`children.${at}`, item) : inside(item, `children.${at}`, 0),
    );
  };
  const inside = (value, name, depth) => {
    if (isElement(value)) return add(name, value);
    if (typeof value !== 'object' || value === null || depth > deepestSlot) return value;
    if (Array.isArray(value)) {
      return value.map((item, at) => inside(item, `${name}.${at}`, depth + 1));
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(
      Object.keys(value).map((key) => [key, inside(value[key], `${name}.${key}`, depth + 1)]),
    );
  };
  const given = Object.fromEntries(
    Object.keys(props).map((name) => [
      name,
      name === 'children' && props.children !== undefined
        ? children(props.children)
        : inside(props[name], name, 0),
    ]),
  );
  return slots.length > 0 ? given : props;
}

/** Components may read text between their tags: they get it as it is. */
function isText(value) {
  return typeof value === 'string' || typeof value === 'number';
}

/** What the browser keeps as it was built; components in it run by themselves. */
function kept(children, depth) {
  const before = { ...expanding };
  const made = expand(children, [], depth + 1, false);
  Object.assign(expanding, before);
  return made;
}

function encodeProps(props, depth) {
  const encoded = {};
  for (const name of Object.keys(props)) {
    if (name === 'children') continue;
    if (typeof props[name] === 'function' && /^on[A-Z]/.test(name)) expanding.isAwake = true;
    const value = encode(props[name], depth + 1);
    if (value !== undefined) encoded[name] = value;
  }
  return encoded;
}

/** A value for JSON: `{$e}` holds elements, `{$o}` an object. Functions stay in the sandbox. */
function encode(value, depth) {
  count(depth);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return String(value);
    case 'object':
      break;
    case 'function': {
      const home = homes.get(value);
      return home && { $f: home };
    }
    default:
      return undefined;
  }
  if (value === null) return null;
  if (isElement(value) && value.type === Kept) {
    const { docentSlot, ...own } = value.props;
    return { $s: docentSlot.name, $p: { $o: encodeProps(own, depth) } };
  }
  if (isElement(value)) return { $e: expand(value, [], depth + 1, true) };
  if (Array.isArray(value)) return value.map((item) => encode(item, depth + 1) ?? null);
  if (value instanceof Date) return value.toISOString();
  const object = {};
  for (const name of Object.keys(value)) {
    const item = encode(value[name], depth + 1);
    if (item !== undefined) object[name] = item;
  }
  return { $o: object };
}
