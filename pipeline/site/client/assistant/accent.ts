import type { PanelSettings } from '../runtime.ts';

/** The site's accent, with the text colour that can be read on it. */
export function dress(target: HTMLElement, settings: PanelSettings): void {
  const { accentColor } = settings.theme;
  if (!accentColor || !CSS.supports('color', accentColor)) return;
  target.style.setProperty('--assistant-accent', accentColor);
  const luminance = luminanceOf(accentColor);
  if (luminance !== undefined) {
    target.style.setProperty('--assistant-on-accent', readableOn(luminance));
  }
}

/**
 * Draws the sign of a button in a colour that can be seen on it. Style sheets of the related dialect, whose button
 * has grey words, give it a white ground in one mode.
 */
export function keepReadable(button: HTMLElement): void {
  const draw = () => {
    button.style.removeProperty('color');
    const { color, backgroundColor } = getComputedStyle(button);
    const sign = luminanceOf(color);
    const ground = luminanceOf(backgroundColor);
    if (sign === undefined || ground === undefined) return;
    const contrast = (Math.max(sign, ground) + 0.05) / (Math.min(sign, ground) + 0.05);
    if (contrast < 2) button.style.color = readableOn(ground);
  };
  draw();
  // Its ground changes by and by.
  button.addEventListener('transitionend', draw);
  new MutationObserver(draw).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class'],
  });
}

/** How light a colour is on the page, from 0 to 1. */
function luminanceOf(color: string): number | undefined {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  for (const layer of [getComputedStyle(document.documentElement).backgroundColor, color]) {
    context.fillStyle = layer;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const light = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0);
}

/** Black or white, whichever can be read on what is that light. */
function readableOn(luminance: number): '#000' | '#fff' {
  return luminance > 0.179 ? '#000' : '#fff';
}
