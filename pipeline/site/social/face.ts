/** What drawing needs to know of a TrueType or OpenType file: which characters it has, and how wide they are. */
export interface Face {
  /** Name of the family, as the file itself says it. */
  readonly family: string;
  has(character: string): boolean;
  /** Width of a text at a size, without kerning. */
  width(text: string, size: number): number;
}

/** Reads a face; undefined when the bytes are no TrueType or OpenType file (WOFF is neither). */
export function readFace(bytes: Uint8Array): Face | undefined {
  try {
    return faceOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    // Offsets of a broken file lead out of it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function faceOf(view: DataView): Face | undefined {
  const kind = view.getUint32(0);
  if (kind !== 0x00010000 && kind !== 0x4f54544f && kind !== 0x74727565) return undefined;
  const tables = new Map<string, number>();
  for (let i = 0, count = view.getUint16(4); i < count; i++) {
    const at = 12 + i * 16;
    tables.set(latin(view, at, 4), view.getUint32(at + 8));
  }
  const [head, hhea, hmtx, cmap] = ['head', 'hhea', 'hmtx', 'cmap'].map((tag) => tables.get(tag));
  if (head === undefined || hhea === undefined || hmtx === undefined || cmap === undefined) {
    return undefined;
  }
  const unitsPerEm = view.getUint16(head + 18);
  const metrics = view.getUint16(hhea + 34);
  const glyphOf = readMap(view, cmap);
  if (!glyphOf || unitsPerEm === 0 || metrics === 0) return undefined;
  const glyphs = new Map<string, number>();
  const find = (character: string): number => {
    let glyph = glyphs.get(character);
    if (glyph === undefined) {
      glyph = glyphOf(character.codePointAt(0) ?? 0);
      glyphs.set(character, glyph);
    }
    return glyph;
  };
  const name = tables.get('name');
  return {
    family: (name !== undefined && familyOf(view, name)) || '',
    has: (character) => find(character) !== 0,
    width: (text, size) => {
      let units = 0;
      for (const character of text) {
        units += view.getUint16(hmtx + Math.min(find(character), metrics - 1) * 4);
      }
      return (units / unitsPerEm) * size;
    },
  };
}

/** Code point → glyph, 0 if missing: format 12 if the file has it, otherwise format 4. */
function readMap(view: DataView, cmap: number): ((code: number) => number) | undefined {
  const found = new Map<number, number>();
  for (let i = 0, count = view.getUint16(cmap + 2); i < count; i++) {
    const at = cmap + 4 + i * 8;
    const platform = view.getUint16(at);
    const table = cmap + view.getUint32(at + 4);
    if (platform === 0 || platform === 3) found.set(view.getUint16(table), table);
  }
  const [long, short] = [found.get(12), found.get(4)];
  if (long !== undefined) return (code) => inGroups(view, long, code);
  return short === undefined ? undefined : (code) => inSegments(view, short, code);
}

function inGroups(view: DataView, table: number, code: number): number {
  let low = 0;
  let high = view.getUint32(table + 12) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = table + 16 + middle * 12;
    const start = view.getUint32(at);
    if (code < start) high = middle - 1;
    else if (code > view.getUint32(at + 4)) low = middle + 1;
    else return view.getUint32(at + 8) + code - start;
  }
  return 0;
}

function inSegments(view: DataView, table: number, code: number): number {
  if (code > 0xffff) return 0;
  const count = view.getUint16(table + 6) / 2;
  for (let i = 0; i < count; i++) {
    if (code > view.getUint16(table + 14 + i * 2)) continue;
    const start = view.getUint16(table + 16 + (count + i) * 2);
    if (code < start) return 0;
    const delta = view.getUint16(table + 16 + (2 * count + i) * 2);
    const at = table + 16 + (3 * count + i) * 2;
    const offset = view.getUint16(at);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = view.getUint16(at + offset + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** The typographic family (16), else the family (1), of a Windows or Unicode entry. */
function familyOf(view: DataView, name: number): string {
  const texts = name + view.getUint16(name + 4);
  const families = new Map<number, string>();
  for (let i = 0, count = view.getUint16(name + 2); i < count; i++) {
    const at = name + 6 + i * 12;
    const [platform, id] = [view.getUint16(at), view.getUint16(at + 6)];
    if ((id !== 1 && id !== 16) || (platform !== 3 && platform !== 0) || families.has(id)) continue;
    let text = '';
    const from = texts + view.getUint16(at + 10);
    for (let k = 0; k < view.getUint16(at + 8); k += 2) {
      text += String.fromCharCode(view.getUint16(from + k));
    }
    families.set(id, text);
  }
  return families.get(16) ?? families.get(1) ?? '';
}

function latin(view: DataView, at: number, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint8(at + i));
  return text;
}
