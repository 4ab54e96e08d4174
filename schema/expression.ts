/** A mistake in an expression, with its offset. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A parsed expression of a computed variable. */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number }
  | { readonly type: 'variable'; readonly name: string; readonly offset: number }
  | { readonly type: 'call'; readonly name: CallName; readonly parts: readonly Expression[] }
  | { readonly type: 'negate'; readonly part: Expression; readonly offset: number }
  | {
      readonly type: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly offset: number;
    }
  | {
      readonly type: 'choose';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    };

type CallName = 'upper' | 'lower' | 'replace';

const callParts: Readonly<Record<CallName, number>> = { upper: 1, lower: 1, replace: 3 };

const maxLength = 2000;
const maxResult = 20_000;
const maxDepth = 50;

/**
 * Parses the tiny grammar of computed variables: names, string and number literals, `+ - * /`, comparisons,
 * `a ? b : c`, and `upper`, `lower`, `replace(text, from, to)`. No JavaScript is ever run.
 *
 * @throws ExpressionError
 */
export function parseExpression(text: string): Expression {
  if (text.length > maxLength) {
    throw new ExpressionError(`longer than ${maxLength} characters`, maxLength);
  }
  const state: State = { tokens: tokenize(text), at: 0, depth: 0 };
  const expression = parseChoice(state);
  const left = peek(state);
  if (left.type !== 'end') {
    throw new ExpressionError(`unexpected ${JSON.stringify(left.text)}`, left.offset);
  }
  return expression;
}

/**
 * Value of an expression. `+` adds two numbers and joins anything else; texts that are numbers count as
 * numbers for `- * /` and comparisons.
 *
 * @throws ExpressionError
 */
export function evaluate(
  expression: Expression,
  lookUp: (name: string, offset: number) => string,
): string | number {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'variable':
      return lookUp(expression.name, expression.offset);
    case 'negate':
      return -numeric(evaluate(expression.part, lookUp), expression.offset);
    case 'choose': {
      const test = evaluate(expression.test, lookUp);
      return evaluate(test === '' || test === 0 ? expression.no : expression.yes, lookUp);
    }
    case 'call': {
      const [value = '', from = '', to = ''] = expression.parts.map((part) =>
        String(evaluate(part, lookUp)),
      );
      if (expression.name === 'upper') return value.toUpperCase();
      if (expression.name === 'lower') return value.toLowerCase();
      return bounded(from === '' ? value : value.split(from).join(to));
    }
    case 'binary':
      return operate(expression, lookUp);
  }
}

interface Token {
  readonly type: 'name' | 'number' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly offset: number;
}

interface State {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

const tokenPattern =
  /\s*(?:([A-Za-z_][\w.]*)|(\d+(?:\.\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(==|!=|<=|>=|[-+*/<>?:(),]))/y;

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  tokenPattern.lastIndex = 0;
  let at = 0;
  while (at < end) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    const offset = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    if (match === null) {
      throw new ExpressionError(`unexpected ${JSON.stringify(text[offset] ?? '')}`, offset);
    }
    const [, name, number, string, sign] = match;
    if (name !== undefined) tokens.push({ type: 'name', text: name, offset });
    else if (number !== undefined) tokens.push({ type: 'number', text: number, offset });
    else if (string !== undefined) {
      const inside = string.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
      tokens.push({ type: 'string', text: inside, offset });
    } else tokens.push({ type: 'sign', text: sign ?? '', offset });
    at = tokenPattern.lastIndex;
  }
  tokens.push({ type: 'end', text: 'the end', offset: end });
  return tokens;
}

function peek(state: State): Token {
  return state.tokens[state.at] ?? { type: 'end', text: 'the end', offset: 0 };
}

function take(state: State, signs: readonly string[]): Token | undefined {
  const token = peek(state);
  if (token.type !== 'sign' || !signs.includes(token.text)) return undefined;
  state.at++;
  return token;
}

function expect(state: State, sign: string): void {
  if (take(state, [sign]) !== undefined) return;
  const token = peek(state);
  throw new ExpressionError(
    `unexpected ${JSON.stringify(token.text)}, expected "${sign}"`,
    token.offset,
  );
}

function parseChoice(state: State): Expression {
  if (++state.depth > maxDepth) {
    throw new ExpressionError(`nested deeper than ${maxDepth} levels`, peek(state).offset);
  }
  const test = parseBinary(state, 0);
  let result = test;
  if (take(state, ['?']) !== undefined) {
    const yes = parseChoice(state);
    expect(state, ':');
    result = { type: 'choose', test, yes, no: parseChoice(state) };
  }
  state.depth--;
  return result;
}

const levels = [
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
];

function parseBinary(state: State, level: number): Expression {
  const signs = levels[level];
  if (signs === undefined) return parseUnary(state);
  let left = parseBinary(state, level + 1);
  for (let sign = take(state, signs); sign !== undefined; sign = take(state, signs)) {
    const right = parseBinary(state, level + 1);
    left = { type: 'binary', operator: sign.text, left, right, offset: sign.offset };
  }
  return left;
}

function parseUnary(state: State): Expression {
  let negate: Token | undefined;
  let odd = false;
  for (let sign = take(state, ['-']); sign !== undefined; sign = take(state, ['-'])) {
    negate = sign;
    odd = !odd;
  }
  const part = parsePrimary(state);
  return negate !== undefined && odd ? { type: 'negate', part, offset: negate.offset } : part;
}

function parsePrimary(state: State): Expression {
  const token = peek(state);
  if (take(state, ['(']) !== undefined) {
    const inside = parseChoice(state);
    expect(state, ')');
    return inside;
  }
  state.at++;
  if (token.type === 'number') return { type: 'literal', value: Number(token.text) };
  if (token.type === 'string') return { type: 'literal', value: token.text };
  if (token.type !== 'name') {
    throw new ExpressionError(`unexpected ${JSON.stringify(token.text)}`, token.offset);
  }
  if (take(state, ['(']) === undefined) {
    return { type: 'variable', name: token.text, offset: token.offset };
  }
  if (!Object.hasOwn(callParts, token.text)) {
    const known = Object.keys(callParts).join(', ');
    throw new ExpressionError(
      `unknown function "${token.text}", expected one of ${known}`,
      token.offset,
    );
  }
  const name = token.text as CallName;
  const parts = [parseChoice(state)];
  while (take(state, [',']) !== undefined) parts.push(parseChoice(state));
  expect(state, ')');
  if (parts.length === callParts[name]) return { type: 'call', name, parts };
  throw new ExpressionError(
    `${name} has ${parts.length} parts, expected ${callParts[name]}`,
    token.offset,
  );
}

function operate(
  { operator, left, right, offset }: Expression & { readonly type: 'binary' },
  lookUp: (name: string, offset: number) => string,
): string | number {
  const a = evaluate(left, lookUp);
  const b = evaluate(right, lookUp);
  if (operator === '+') {
    return typeof a === 'number' && typeof b === 'number' ? a + b : bounded(`${a}${b}`);
  }
  if (operator === '-') return numeric(a, offset) - numeric(b, offset);
  if (operator === '*') return numeric(a, offset) * numeric(b, offset);
  if (operator === '/') {
    const divisor = numeric(b, offset);
    if (divisor === 0) throw new ExpressionError('division by zero', offset);
    return numeric(a, offset) / divisor;
  }
  const both = isNumeric(a) && isNumeric(b);
  const order = both ? Number(a) - Number(b) : compare(String(a), String(b));
  const holds: Readonly<Record<string, boolean>> = {
    '==': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return holds[operator] === true ? 1 : 0;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isNumeric(value: string | number): boolean {
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(value.trim());
}

function numeric(value: string | number, offset: number): number {
  if (isNumeric(value)) return Number(value);
  throw new ExpressionError(`${JSON.stringify(value)} is not a number`, offset);
}

function bounded(text: string): string {
  if (text.length <= maxResult) return text;
  throw new ExpressionError(`result longer than ${maxResult} characters`, 0);
}

/** Names of the variables in an expression. */
export function namesIn(expression: Expression): readonly string[] {
  switch (expression.type) {
    case 'literal':
      return [];
    case 'variable':
      return [expression.name];
    case 'negate':
      return namesIn(expression.part);
    case 'choose':
      return [expression.test, expression.yes, expression.no].flatMap(namesIn);
    case 'call':
      return expression.parts.flatMap(namesIn);
    case 'binary':
      return [expression.left, expression.right].flatMap(namesIn);
  }
}
