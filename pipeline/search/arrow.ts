import { createRequire } from 'node:module';
import type { Field, Schema, Table, Vector } from 'apache-arrow';

/** A row as the table has it. */
export interface ArrowRow {
  readonly id: string;
  readonly page: string;
  readonly language: string;
  readonly hash: string;
  /** The `SearchRow` as JSON. */
  readonly data: string;
  readonly vector?: readonly number[];
}

const columns = ['id', 'page', 'language', 'hash', 'data'] as const;

/** The same module that the database loads: a second one would take as long again. */
function arrow(): typeof import('apache-arrow') {
  return createRequire(import.meta.url)('apache-arrow');
}

/** Columns of the table; `dimension` is the length of vectors, 0 without them. */
export function arrowSchema(dimension: number): Schema {
  const { Schema, Field, Utf8 } = arrow();
  const fields: Field[] = columns.map((name) => new Field(name, new Utf8(), false));
  if (dimension > 0) fields.push(new Field('vector', vectorType(dimension), true));
  return new Schema(fields);
}

/** Rows by columns, with their types: from plain objects the database would have to guess them. */
export function arrowTable(rows: readonly ArrowRow[], dimension: number): Table {
  const { Table } = arrow();
  const vectors: Record<string, Vector> = {};
  for (const name of columns) vectors[name] = texts(rows.map((row) => row[name]));
  if (dimension > 0) vectors.vector = numbers(rows, dimension);
  return new Table(arrowSchema(dimension), vectors);
}

function vectorType(dimension: number) {
  const { FixedSizeList, Field, Float32 } = arrow();
  return new FixedSizeList(dimension, new Field('item', new Float32(), true));
}

function texts(values: readonly string[]): Vector {
  const { makeData, makeVector, Utf8 } = arrow();
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [index, value] of values.entries()) {
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + Buffer.byteLength(value);
  }
  const data = Buffer.from(values.join(''));
  return makeVector(makeData({ type: new Utf8(), length: values.length, valueOffsets, data }));
}

/** A row whose vector has another length has none: its words still find it. */
function numbers(rows: readonly ArrowRow[], dimension: number): Vector {
  const { makeData, makeVector, Float32 } = arrow();
  const data = new Float32Array(rows.length * dimension);
  // A bit for each row, the first ones lowest.
  const nullBitmap = new Uint8Array(Math.ceil(rows.length / 8));
  let nullCount = rows.length;
  for (const [index, { vector }] of rows.entries()) {
    if (vector?.length !== dimension) continue;
    data.set(vector, index * dimension);
    nullBitmap[index >> 3] = (nullBitmap[index >> 3] ?? 0) | (1 << (index & 7));
    nullCount--;
  }
  const child = makeData({ type: new Float32(), length: data.length, data });
  const type = vectorType(dimension);
  return makeVector(makeData({ type, length: rows.length, nullCount, nullBitmap, child }));
}
