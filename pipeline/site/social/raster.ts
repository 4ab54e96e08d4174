import { readFileSync } from 'node:fs';
import { packageFile } from '../package-file.ts';
import type { CardFaces } from './draw.ts';
import { type Face, readFace } from './face.ts';

/** Faces to draw with, and the files they are in. */
export interface LoadedFaces extends CardFaces {
  readonly files: readonly string[];
}

let builtIn:
  | { readonly faces: readonly [Face, Face]; readonly files: readonly string[] }
  | undefined;

/** Inter, with the face of the site before it when there is one. */
export function loadFaces(own?: string): LoadedFaces {
  builtIn ??= readBuiltIn();
  const [regular, bold] = builtIn.faces;
  const face = own === undefined ? undefined : readFace(readFileSync(own));
  if (!face?.family || own === undefined) {
    return { family: 'Inter', regular: [regular], bold: [bold], files: builtIn.files };
  }
  return {
    family: `${face.family}, Inter`,
    regular: [face, regular],
    bold: [face, bold],
    files: [own, ...builtIn.files],
  };
}

/** Turns SVG into PNG, outside this thread. Fonts of the system are not used. */
export async function rasterize(svg: string, files: readonly string[]): Promise<Uint8Array> {
  // Loaded here and not above: most builds find their cards made.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    font: {
      loadSystemFonts: false,
      fontFiles: [...files],
      defaultFontFamily: 'Inter',
      sansSerifFamily: 'Inter',
      serifFamily: 'Inter',
      monospaceFamily: 'Inter',
    },
    logLevel: 'off',
  });
  return image.asPng();
}

function readBuiltIn() {
  const files = ['400Regular/Inter_400Regular.ttf', '700Bold/Inter_700Bold.ttf'].map((file) =>
    packageFile(`@expo-google-fonts/inter/${file}`),
  );
  const [regular, bold] = files.map((file) => readFace(readFileSync(file)));
  if (!regular || !bold) throw new Error("Can't read the built-in font.");
  return { faces: [regular, bold] as const, files };
}
