import type { PanelSettings } from '../runtime.ts';

/** The site's accent, with the text colour that can be read on it. */
export function dress(target: HTMLElement, settings: PanelSettings): void {
  const { accentColor } = settings.theme;
  if (!accentColor || !CSS.supports('color', accentColor)) return;
  target.style.setProperty('--assistant-accent', accentColor);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return;
  context.fillStyle = accentColor;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const light = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * (light[0] ?? 0) + 0.7152 * (light[1] ?? 0) + 0.0722 * (light[2] ?? 0);
  target.style.setProperty('--assistant-on-accent', luminance > 0.179 ? '#000' : '#fff');
}
