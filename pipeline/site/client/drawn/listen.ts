/** The handlers of an element by the names of their attributes; each is made when it is needed. */
type Handlers = Readonly<Record<string, () => unknown>>;

/** Starts the handlers of an element that was built with a page: `<button onClick={open}>`. */
export function listen(element: Element, handlers: Handlers): void {
  for (const [name, made] of Object.entries(handlers)) {
    const capture = /(?<!Pointer)Capture$/.test(name);
    const type = typeOf(name.slice('on'.length, capture ? -'Capture'.length : undefined), element);
    const run = (event: Event): void => {
      const handler = made();
      if (typeof handler === 'function') handler(event);
    };
    element.addEventListener(type, run, { capture });
  }
}

/** The event that the browser has for one of React's. */
function typeOf(name: string, element: Element): string {
  if (name === 'Change' && element.matches(typed)) return 'input';
  return renamed[name] ?? name.toLowerCase();
}

const typed = 'textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';

/** Those of React go up to the elements around. */
const renamed: Readonly<Record<string, string>> = {
  DoubleClick: 'dblclick',
  Focus: 'focusin',
  Blur: 'focusout',
};
