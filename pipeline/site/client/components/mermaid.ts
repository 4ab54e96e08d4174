import type mermaid from 'mermaid';
import { word } from '../page-words.ts';
import { first, fresh } from './fresh.ts';

type Library = typeof mermaid;

/** Draws diagrams; the page says which of the site's files draws those that it has. */
export function startMermaid(root: ParentNode): void {
  const figures = fresh(root, '[data-mermaid]');
  if (figures.length === 0) return;
  draw(figures);
  if (!first('mermaid')) return;
  new MutationObserver(() => {
    draw([...document.querySelectorAll<HTMLElement>('[data-mermaid]')]);
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode'] });
}

// One diagram at a time: the settings of the library are the same for all.
let drawn = Promise.resolve();

function draw(figures: readonly HTMLElement[]): void {
  drawn = drawn.then(() => drawAll(figures)).catch(console.error);
}

async function drawAll(figures: readonly HTMLElement[]): Promise<void> {
  const address = document.querySelector<HTMLElement>('[data-diagrams]')?.dataset.diagrams;
  const [place] = figures;
  if (address === undefined || !place) return;
  const file: { load(): Promise<Library> } = await import(address);
  const library = await file.load();
  library.initialize(settings(place));
  for (const figure of figures) await drawFigure(library, figure);
}

/** Colours and face of the part of the page that a diagram is in. */
function settings(place: Element): Parameters<Library['initialize']>[0] {
  const style = getComputedStyle(place);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    fontFamily: style.fontFamily,
    themeVariables: {
      darkMode: document.documentElement.dataset.mode === 'dark',
      background: token('--bg'),
      primaryColor: token('--subtle'),
      primaryTextColor: token('--text'),
      primaryBorderColor: token('--line'),
      lineColor: token('--muted'),
      secondaryColor: token('--hover'),
      tertiaryColor: token('--code'),
      noteBkgColor: token('--note-bg'),
      noteTextColor: token('--text'),
      noteBorderColor: token('--note-border'),
    },
  };
}

let count = 0;

async function drawFigure(library: Library, figure: HTMLElement): Promise<void> {
  const source = figure.querySelector('.mermaid-source')?.textContent ?? '';
  // Where texts are measured: out of sight, as it takes several frames, and apart from the page's layout.
  const desk = document.createElement('div');
  desk.className = 'mermaid-desk';
  if (figure.clientWidth > 0) desk.style.width = `${figure.clientWidth}px`;
  document.body.append(desk);
  try {
    const { svg } = await library.render(`mermaid-${++count}`, source, desk);
    const drawing = drawingIn(figure);
    drawing.innerHTML = svg;
    figure.dataset.drawn = '';
    whenShown(drawing, () => settle(figure, drawing));
  } catch {
    // The source stays visible: it is what the author must fix.
  } finally {
    desk.remove();
  }
}

/** The box of a figure's drawing, which stays when it is drawn again. */
function drawingIn(figure: HTMLElement): HTMLElement {
  const known = figure.querySelector<HTMLElement>('.mermaid-drawing');
  if (known) return known;
  const drawing = document.createElement('div');
  drawing.className = 'mermaid-drawing';
  figure.prepend(drawing);
  startPanning(drawing);
  return drawing;
}

/** Height in pixels from which a drawing gets its buttons. */
const lowest = 120;

/** Least scale at which the words of a drawing without buttons are shown. */
const readable = 0.7;

/** Calls back at once, or when what is in a closed tab or group has been opened. */
function whenShown(element: HTMLElement, act: () => void): void {
  if (element.clientWidth > 0) {
    act();
    return;
  }
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === 0) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
}

/** Gives a drawing what its size needs. */
function settle(figure: HTMLElement, drawing: HTMLElement): void {
  const { height } = drawing.getBoundingClientRect();
  const wanted = figure.dataset.actions;
  if (height < lowest) keepReadable(drawing);
  if (wanted === 'true' || (wanted !== 'false' && height >= lowest)) addControls(figure);
}

/** A long row of boxes would be a line of dots in the width of a column: it scrolls instead. */
function keepReadable(drawing: HTMLElement): void {
  const svg = drawing.querySelector('svg');
  if (!svg) return;
  svg.style.setProperty('--least', `${Math.floor(readable * svg.viewBox.baseVal.width)}px`);
  letScroll(drawing);
}

function addControls(figure: HTMLElement): void {
  if (figure.querySelector('.mermaid-controls')) return;
  let scale = 1;
  const controls = document.createElement('div');
  controls.className = 'mermaid-controls';
  const apply = (next: number): void => {
    scale = Math.min(4, Math.max(0.5, next));
    const drawing = figure.querySelector<HTMLElement>('.mermaid-drawing');
    if (drawing) scaleTo(drawing, scale);
  };
  const button = (name: string, sign: string, act: () => void): void => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = sign;
    made.setAttribute('aria-label', name);
    made.addEventListener('click', act);
    controls.append(made);
  };
  button(word('zoomOut', 'Zoom out'), '−', () => apply(scale / 1.25));
  button(word('actualSize', 'Actual size'), '1:1', () => apply(1));
  button(word('zoomIn', 'Zoom in'), '+', () => apply(scale * 1.25));
  figure.append(controls);
}

/** Draws at a scale in a box that stays as high as it was: what is larger scrolls. */
function scaleTo(drawing: HTMLElement, scale: number): void {
  const svg = drawing.querySelector('svg');
  if (!svg) return;
  const [x, y] = [middle('x', drawing), middle('y', drawing)];
  svg.style.removeProperty('width');
  svg.style.removeProperty('max-width');
  svg.style.removeProperty('min-inline-size');
  drawing.style.removeProperty('max-block-size');
  const { width } = svg.getBoundingClientRect();
  const { height } = drawing.getBoundingClientRect();
  if (scale !== 1) {
    svg.style.minInlineSize = '0';
    svg.style.maxWidth = 'none';
    svg.style.width = `${width * scale}px`;
    drawing.style.maxBlockSize = `${height}px`;
  }
  letScroll(drawing);
  drawing.scrollLeft = x * drawing.scrollWidth - drawing.clientWidth / 2;
  drawing.scrollTop = y * drawing.scrollHeight - drawing.clientHeight / 2;
}

/** The keyboard's arrows and a pointer that drags move what is larger than its box. */
function letScroll(drawing: HTMLElement): void {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = drawing;
  const isLarger = scrollWidth > clientWidth || scrollHeight > clientHeight;
  drawing.tabIndex = isLarger ? 0 : -1;
  drawing.toggleAttribute('data-pan', isLarger);
  if (!isLarger) return;
  drawing.setAttribute('role', 'group');
  drawing.setAttribute('aria-label', drawing.parentElement?.ariaLabel ?? word('image', 'Image'));
}

/** Position of the centre of the box in its content, from 0 to 1. */
function middle(axis: 'x' | 'y', box: HTMLElement): number {
  return axis === 'x'
    ? (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth
    : (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
}

/** A pointer that drags moves the drawing; fingers scroll it anyway. */
function startPanning(drawing: HTMLElement): void {
  drawing.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    if (!drawing.hasAttribute('data-pan')) return;
    const from = { x: event.clientX, y: event.clientY };
    const { scrollLeft, scrollTop } = drawing;
    const move = (moved: PointerEvent): void => {
      drawing.scrollLeft = scrollLeft - (moved.clientX - from.x);
      drawing.scrollTop = scrollTop - (moved.clientY - from.y);
    };
    drawing.setPointerCapture(event.pointerId);
    drawing.addEventListener('pointermove', move);
    drawing.addEventListener(
      'lostpointercapture',
      () => drawing.removeEventListener('pointermove', move),
      { once: true },
    );
  });
}
