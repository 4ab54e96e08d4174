import { expect, test } from 'vitest';
import {
  openFolders,
  toggled,
} from '../../../../../runtime/dashboard/client/sections/open-folders.ts';

test('an address names the deepest open folders, which open those that they are in', () => {
  expect([...openFolders('a/b//c')]).toEqual(['a', 'a/b', 'c']);
  expect([...openFolders('')]).toEqual([]);
  expect([...openFolders('////')]).toEqual([]);
});

test('folders are opened, and closed with all that is in them', () => {
  expect(toggled('', 'a')).toBe('a');
  expect(toggled('a', 'a/b')).toBe('a/b');
  expect(toggled('a/b', 'c')).toBe('a/b//c');
  expect(toggled('a/b//a/c', 'a/b')).toBe('a/c');
  // The folder around the closed one stays open.
  expect(toggled('a/b/c', 'a/b')).toBe('a');
  expect(toggled('a/b//ab', 'a')).toBe('ab');
  expect(toggled('a', 'a')).toBe('');
});

test('the address stays short: what was opened longest ago is closed', () => {
  const names = Array.from({ length: 100 }, (_, index) => `folder-${index}`);
  const text = names.reduce(toggled, '');
  expect(openFolders(text).size).toBe(24);
  expect(openFolders(text).has('folder-99')).toBe(true);
  expect(openFolders(text).has('folder-0')).toBe(false);
  const long = names.slice(0, 10).map((name) => `${name}${'é'.repeat(100)}`);
  expect(encodeURIComponent(long.reduce(toggled, '')).length).toBeLessThanOrEqual(1500);
  expect(openFolders(names.join('//').repeat(50)).size).toBe(24);
  expect(openFolders('x/'.repeat(5000)).size).toBe(0);
});
