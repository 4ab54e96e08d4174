import { word } from '../page-words.ts';
import { announce, showCopied } from './announce.ts';
import { fresh } from './fresh.ts';

/** Buttons that copy their image. */
export function startImageCopy(root: ParentNode): void {
  for (const button of fresh(root, '.image-copy')) {
    button.addEventListener('click', () => {
      const image = button.closest('.image-box')?.querySelector('img');
      if (image) void copyImage(button, image);
    });
  }
}

async function copyImage(button: HTMLElement, image: HTMLImageElement): Promise<void> {
  try {
    // The promise is inside the item: the browser must see copying start with the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(image) })]);
    showCopied(button);
  } catch {
    // Pictures of hosts that forbid it, and pages without https.
    announce(word('copyFailed', 'Copy failed'));
  }
}

/** The picture as PNG, the one format that every clipboard takes, in its natural size. */
async function pngOf(image: HTMLImageElement): Promise<Blob> {
  const file = await (await fetch(image.currentSrc || image.src)).blob();
  if (file.type === 'image/png') return file;
  const canvas = document.createElement('canvas');
  // A vector picture has as many pixels as one likes: enough for a screen with two for one.
  const scale = file.type.startsWith('image/svg') ? 2 : 1;
  canvas.width = (image.naturalWidth || image.width) * scale;
  canvas.height = (image.naturalHeight || image.height) * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('empty'))), 'image/png');
  });
}
