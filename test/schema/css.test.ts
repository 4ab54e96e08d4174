import { expect, test } from 'vitest';
import {
  isCssBackground,
  isCssBorder,
  isCssColor,
  isCssLengths,
  isPicture,
} from '../../schema/css.ts';

test.each([
  '#fff',
  '#0d9373cc',
  'rebeccapurple',
  'rgb(1 2 3 / 50%)',
  'rgba(0,0,0,.5)',
  'oklch(60% 0.1 180)',
  'color-mix(in oklch, red 20%, #fff)',
])('%s is a colour', (text) => {
  expect(isCssColor(text)).toBe(true);
});

test.each([
  '#ffff1',
  'redd',
  'url(https://example.com/x)',
  'red; background: url(x)',
  'rgb(1 2 3); }',
  'rgb(var(--x))',
  'rgb(1 2 3',
  'rgb(1)',
  'hsl(abc 1)',
  'abc',
  'color-mix(in oklch, red, rgb(1 2 3)',
  '',
])('%s is no colour', (text) => {
  expect(isCssColor(text)).toBe(false);
});

test('a background is a colour or a gradient of colours', () => {
  expect(isCssBackground('linear-gradient(90deg, #fff, #0d9373 80%)')).toBe(true);
  expect(isCssBackground('radial-gradient(circle at top, red, rgb(0 0 0))')).toBe(true);
  expect(isCssBackground('red')).toBe(true);
  expect(isCssBackground('linear-gradient(90deg, #fff)')).toBe(false);
  expect(isCssBackground('linear-gradient(90deg, #fff, url(x))')).toBe(false);
  expect(isCssBackground('url(x.png)')).toBe(false);
});

test('lengths and borders are what CSS calls so', () => {
  expect(isCssLengths('8px')).toBe(true);
  expect(isCssLengths('1rem 0 calc(1px + 2%) 0')).toBe(true);
  expect(isCssLengths('8')).toBe(false);
  expect(isCssLengths('1px 2px 3px 4px 5px')).toBe(false);
  expect(isCssBorder('1px solid #e5e5e5')).toBe(true);
  expect(isCssBorder('none')).toBe(true);
  expect(isCssBorder('1px solid red blue')).toBe(false);
  expect(isCssBorder('1px solid red; color: blue')).toBe(false);
});

test('a picture is a path or an address that ends like one', () => {
  for (const path of ['/images/bg.png', 'bg image.JPG', 'https://example.com/a.webp?v=1']) {
    expect(isPicture(path)).toBe(true);
  }
  for (const text of ['red', 'url(x.png)', 'x.png; y.png', '/images/bg', '"x.png"', 'x.png"']) {
    expect(isPicture(text)).toBe(false);
  }
});
