import {
  Bool,
  Field,
  FixedSizeList,
  Float32,
  List,
  makeData,
  makeVector,
  Schema,
  Table,
  Utf8,
  type Vector,
} from 'apache-arrow';

/** A section as the table has it. */
export interface ArrowRow {
  readonly id: string;
  readonly language: string;
  readonly version: string;
  readonly product: string;
  /** Who may read it: `everyone`, `session`, or `group:` and a name, one of which a reader has to be. */
  readonly readers: readonly string[];
  readonly search: boolean;
  readonly assistant: boolean;
  readonly hidden: boolean;
  readonly text: string;
  readonly code: string;
  /** Of the whole row, and of what a model reads of it; the second is empty where it has read nothing. */
  readonly hash: string;
  readonly meaning: string;
  readonly vector?: readonly number[] | undefined;
}

const texts = ['id', 'language', 'version', 'product', 'text', 'code', 'hash', 'meaning'] as const;
const flags = ['search', 'assistant', 'hidden'] as const;

/** Columns of the table; `dimension` is the length of vectors, 0 without them. */
export function arrowSchema(dimension: number): Schema {
  const fields: Field[] = [
    ...texts.map((name) => new Field(name, new Utf8(), false)),
    ...flags.map((name) => new Field(name, new Bool(), false)),
    new Field('readers', listType(), false),
  ];
  if (dimension > 0) fields.push(new Field('vector', vectorType(dimension), true));
  return new Schema(fields);
}

/** Rows by columns, with their types: from plain objects the database would have to guess them. */
export function arrowTable(rows: readonly ArrowRow[], dimension: number): Table {
  const columns: Record<string, Vector> = {};
  for (const name of texts) columns[name] = textColumn(rows.map((row) => row[name]));
  for (const name of flags) columns[name] = flagColumn(rows.map((row) => row[name]));
  columns.readers = listColumn(rows.map((row) => row.readers));
  if (dimension > 0) columns.vector = vectorColumn(rows, dimension);
  return new Table(arrowSchema(dimension), columns);
}

function listType() {
  return new List(new Field('item', new Utf8(), true));
}

function vectorType(dimension: number) {
  return new FixedSizeList(dimension, new Field('item', new Float32(), true));
}

function textColumn(values: readonly string[]): Vector {
  const valueOffsets = offsets(values.map((value) => Buffer.byteLength(value)));
  const data = Buffer.from(values.join(''));
  return makeVector(makeData({ type: new Utf8(), length: values.length, valueOffsets, data }));
}

function flagColumn(values: readonly boolean[]): Vector {
  return makeVector(makeData({ type: new Bool(), length: values.length, data: bits(values) }));
}

function listColumn(values: readonly (readonly string[])[]): Vector {
  const valueOffsets = offsets(values.map((value) => value.length));
  const child = textColumn(values.flat()).data[0];
  if (!child) throw new Error('A column has no data');
  return makeVector(makeData({ type: listType(), length: values.length, valueOffsets, child }));
}

/** A row whose vector has another length has none: its words still find it. */
function vectorColumn(rows: readonly ArrowRow[], dimension: number): Vector {
  const data = new Float32Array(rows.length * dimension);
  const isThere = rows.map(({ vector }) => vector?.length === dimension);
  for (const [index, { vector }] of rows.entries()) {
    if (vector && isThere[index]) data.set(vector, index * dimension);
  }
  const child = makeData({ type: new Float32(), length: data.length, data });
  const nullCount = isThere.filter((there) => !there).length;
  const type = vectorType(dimension);
  const nullBitmap = bits(isThere);
  return makeVector(makeData({ type, length: rows.length, nullCount, nullBitmap, child }));
}

/** Where each value begins, and where the last one ends. */
function offsets(lengths: readonly number[]): Int32Array {
  const found = new Int32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) found[index + 1] = (found[index] ?? 0) + length;
  return found;
}

/** A bit for each value, the first ones lowest. */
function bits(values: readonly boolean[]): Uint8Array {
  const found = new Uint8Array(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries()) {
    if (value) found[index >> 3] = (found[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return found;
}
