// Functions of browsers that need no browser. The host reads and writes texts for them, so that the results are
// those of browsers; what can be done in here stays in here.

const { parse, stringify } = JSON;

/** Adds addresses, their parameters, encodings and `structuredClone`. */
export function defineWeb(host) {
  const ask = (...question) => {
    const { value, error } = parse(host.web(stringify(question)));
    if (error === undefined) return value;
    throw named(error.name === 'TypeError' ? TypeError : Error, error);
  };
  const values = {
    ...addresses(ask),
    ...encodings(ask),
    btoa: (text) => ask('btoa', text),
    atob: (text) => ask('atob', text),
    structuredClone: (value) => cloned(value, new Map()),
  };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}

function named(Kind, { name, message }) {
  return Object.assign(new Kind(message), { name });
}

const parts = [
  ...['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname'],
  ...['search', 'hash'],
];

function addresses(ask) {
  /** Called with the parameters of an address when they change. */
  const listeners = new WeakMap();

  class URLSearchParams {
    #pairs;
    constructor(init = '') {
      this.#pairs = pairsOf(init);
    }
    #change(pairs) {
      this.#pairs = pairs;
      listeners.get(this)?.(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(name, value) {
      this.#pairs.push([wellFormed(name), wellFormed(value)]);
      this.#change(this.#pairs);
    }
    delete(name, value) {
      this.#change(this.#pairs.filter((pair) => !isMatch(pair, name, value)));
    }
    get(name) {
      return this.#pairs.find((pair) => isMatch(pair, name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter((pair) => isMatch(pair, name)).map(([, value]) => value);
    }
    has(name, value) {
      return this.#pairs.some((pair) => isMatch(pair, name, value));
    }
    set(name, value) {
      const first = this.#pairs.findIndex((pair) => isMatch(pair, name));
      if (first < 0) return this.append(name, value);
      const others = this.#pairs.filter((pair, at) => at <= first || !isMatch(pair, name));
      this.#change(others.with(first, [wellFormed(name), wellFormed(value)]));
    }
    sort() {
      this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    toString() {
      return ask('query', stringify(this.#pairs));
    }
    forEach(callback, self) {
      for (const [name, value] of this) callback.call(self, value, name, this);
    }
    keys() {
      return this.#pairs.map(([name]) => name).values();
    }
    values() {
      return this.#pairs.map(([, value]) => value).values();
    }
    entries() {
      return this.#pairs.map(([name, value]) => [name, value]).values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
  }

  function pairsOf(init) {
    if (typeof init !== 'object' || init === null) return ask('pairs', String(init));
    const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
    return pairs.map((pair) => {
      const [name, value, ...more] = pair;
      if (value === undefined || more.length > 0) {
        throw new TypeError('Each parameter must be a pair of a name and a value');
      }
      return [wellFormed(name), wellFormed(value)];
    });
  }

  class URL {
    #parts;
    #params;
    constructor(...given) {
      this.#parts = ask('url', ...given.slice(0, given[1] === undefined ? 1 : 2).map(String));
    }
    static {
      for (const part of parts) {
        Object.defineProperty(URL.prototype, part, {
          get() {
            return this.#parts[part];
          },
          set(value) {
            const before = part === 'href' ? String(value) : this.#parts.href;
            this.#parts = ask('changed', before, part, String(value));
            this.#params = undefined;
          },
          enumerable: true,
          configurable: true,
        });
      }
    }
    static canParse(...given) {
      return URL.parse(...given) !== null;
    }
    static parse(...given) {
      try {
        return new URL(...given);
      } catch {
        return null;
      }
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      if (this.#params === undefined) {
        this.#params = new URLSearchParams(this.search);
        listeners.set(this.#params, (query) => {
          this.#parts = ask('changed', this.href, 'search', query);
        });
      }
      return this.#params;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }
  return { URL, URLSearchParams };
}

function wellFormed(value) {
  return String(value).toWellFormed();
}

function isMatch(pair, name, value) {
  return pair[0] === String(name) && (value === undefined || pair[1] === String(value));
}

function encodings(ask) {
  class TextEncoder {
    get encoding() {
      return 'utf-8';
    }
    encode(text = '') {
      return Uint8Array.from(ask('encode', text));
    }
  }
  class TextDecoder {
    #label;
    #options;
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      this.#label = ask('encoding', label);
      this.#options = { fatal, ignoreBOM };
    }
    get encoding() {
      return this.#label;
    }
    get fatal() {
      return this.#options.fatal;
    }
    get ignoreBOM() {
      return this.#options.ignoreBOM;
    }
    decode(bytes = [], { stream = false } = {}) {
      if (stream) throw new TypeError('Text can only be decoded as a whole at build time');
      return ask('decode', this.#label, stringify(this.#options), stringify([...bytesOf(bytes)]));
    }
  }
  return { TextEncoder, TextDecoder };
}

function bytesOf(data) {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** A deep copy; what is met twice is copied once. */
function cloned(value, known) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw named(Error, { name: 'DataCloneError', message: `A ${typeof value} can't be cloned` });
  }
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const copy = emptyCopy(value, known);
  known.set(value, copy);
  if (value instanceof Map) {
    for (const [key, item] of value) copy.set(cloned(key, known), cloned(item, known));
  } else if (value instanceof Set) {
    for (const item of value) copy.add(cloned(item, known));
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) copy[key] = cloned(value[key], known);
  }
  return copy;
}

function isRecord(value) {
  return !(
    value instanceof Date ||
    value instanceof RegExp ||
    value instanceof Error ||
    isBinary(value)
  );
}

function isBinary(value) {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function emptyCopy(value, known) {
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) {
    const length = value instanceof DataView ? value.byteLength : value.length;
    return new value.constructor(cloned(value.buffer, known), value.byteOffset, length);
  }
  if (value instanceof Error) {
    return Object.assign(new Error(value.message), { name: value.name, stack: value.stack });
  }
  return Array.isArray(value) ? new Array(value.length) : {};
}
