// The door of the sandbox: what is in reach of author code, its modules, and what the host asks.

import { needsBrowser } from './browser.js';
import { createElement, Fragment, hostType, slotElement } from './element.js';
import { defineIntl } from './intl.js';
import { addScope, described, leave, scopeOf, setHome, setOrigin } from './leave.js';
import { hooks, moduleOf, packages, React } from './react.js';
import { defineWeb } from './web.js';

// Author code may change what is global; this is taken before it runs.
const { parse, stringify } = JSON;

/** `host` holds the few functions that may be called from in here, and `ambient` what code sees without an import. */
export function open(host, ambient) {
  const { components: componentNames, page, imports } = ambient;
  Object.assign(globalThis, { React, Fragment, ...hooks, console: consoleOf(host) });
  for (const name of componentNames) defineComponent(name.split('.'), name);
  const components = moduleOf(
    Object.fromEntries(
      componentNames.map((name) => name.split('.')[0]).map((name) => [name, globalThis[name]]),
    ),
  );
  // The related dialect has them in one object as well.
  globalThis.MintlifyComponents = components;
  defineIntl(host);
  defineWeb(host);

  const modules = new Map();
  // What modules export that have run to their end.
  const whole = new WeakSet();
  for (const imported of imports) defineImported(imported);

  function load(file, names) {
    const key = `${file}\n${names}`;
    const known = modules.get(key);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(key, module);
    const found = host.source(file, names);
    if (found === undefined) return module.exports;
    for (const tag of found.tags) {
      if (!(tag in globalThis)) globalThis[tag] = hostType({ component: tag });
    }
    try {
      found.run(module, module.exports, (from) => required(from, file), createElement, Fragment);
      whole.add(module.exports);
    } catch (error) {
      const isLate = found.isInteractive && needsBrowser(error);
      if (!isLate) host.failed(file, stringify(described(error)));
      module.exports = leftOf(module.exports, isLate ? error : undefined);
    }
    for (const name of Object.keys(module.exports)) {
      const value = module.exports[name];
      if (typeof value !== 'function') continue;
      setHome(value, file, name);
      if (found.isInteractive) setOrigin(value, file, name);
    }
    return module.exports;
  }

  /**
   * What a module exports that ended before all of it was there: its components fail as it did, if they are to be drawn
   * where it does not.
   */
  function leftOf(exports, error) {
    const left = moduleOf({});
    for (const name of Object.keys(exports)) {
      try {
        left[name] = exports[name];
      } catch {}
      if (error === undefined || !/^(?:[A-Z]|default$)/.test(name)) continue;
      left[name] ??= () => {
        throw error;
      };
    }
    return left;
  }

  /** The code of components sees what its page imports, unless it has the name itself. */
  function defineImported([local, from, name]) {
    if (local in globalThis) return;
    const get = () => {
      const exports = required(from, page);
      const value = name === '*' ? exports : name in exports ? exports[name] : undefined;
      return value ?? (/^[A-Z]/.test(local) ? hostType({ component: local }) : undefined);
    };
    Object.defineProperty(globalThis, local, { get, configurable: true });
  }

  function required(from, file) {
    if (packages.has(from)) return packages.get(from);
    const found = parse(host.resolve(from, file));
    if (found.module !== undefined) return checked(load(found.module, ''), from);
    if (found.snippet !== undefined) return snippet(found.snippet, found.exports);
    return 'value' in found
      ? moduleOf({ ...Object(found.value), default: found.value })
      : missing(from);
  }

  /** Exports among which a component that is missing fails where it is shown, with its name. */
  function checked(exports, from) {
    if (!whole.has(exports)) return exports;
    return new Proxy(exports, {
      get: (target, name) =>
        name in target || typeof name !== 'string' || !/^[A-Z]/.test(name)
          ? target[name]
          : () => {
              throw new TypeError(`"${name}" is not exported by ${from}`);
            },
    });
  }

  /** What another generator has in a package, or in a file that is not here: often a component that this site has too. */
  function missing(from) {
    const name = from.slice(from.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    return moduleOf({ ...components, default: components[name] });
  }

  /** The names that an MDX file exports are read when they are used: most imports want its content. */
  function snippet(path, names) {
    const exports = moduleOf({});
    for (const name of names) {
      Object.defineProperty(exports, name, { get: () => load(path, '')[name], enumerable: true });
    }
    return Object.defineProperty(exports, 'default', {
      value: hostType({ snippet: path }),
      enumerable: true,
    });
  }

  return {
    /** Values of expressions of a file, as JSON; null when the file can't be loaded. */
    evaluate(request) {
      const { file, names, scope, slots, wanted } = parse(request);
      host.at(-1);
      const { __docent: make } = load(file, names);
      if (typeof make !== 'function') return 'null';
      const thunks = make(scopeOf(scope), (index, read) => slotElement(slots + index, read));
      return stringify(
        wanted.map(([index, kind]) => {
          host.at(index);
          return leave(thunks[index], kind);
        }),
      );
    },
    /** A scope of values that the host knows; `children` is the number of a slot. */
    scope(json) {
      const { children, ...props } = parse(json);
      return addScope(
        children === undefined ? props : { ...props, children: slotElement(children) },
      );
    },
  };
}

function defineComponent([parent, part], name) {
  globalThis[parent] ??= hostType({ component: parent });
  if (part !== undefined) globalThis[parent][part] = hostType({ component: name });
}

function consoleOf(host) {
  const write = (...values) => host.log(values.map(shown).join(' '));
  const quiet = () => undefined;
  return Object.fromEntries([
    ...['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'].map((on) => [on, write]),
    ...['group', 'groupEnd', 'time', 'timeEnd', 'assert', 'count'].map((off) => [off, quiet]),
  ]);
}

function shown(value) {
  if (typeof value === 'string') return value;
  try {
    return stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
