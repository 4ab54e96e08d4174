import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lock } from '../../../pipeline/output/lock.ts';

let folder: string;
let file: string;
const now = () => Date.UTC(2026, 0, 1);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock of the outputs', () => {
  test('is waited for, and the waiting is reported once', async () => {
    const free = await lock(file, { now });
    const told: string[] = [];
    let second = false;
    const waiting = lock(file, { now, onWait: (sentence) => told.push(sentence) }).then((give) => {
      second = true;
      return give;
    });
    await sleep(150);
    expect(second).toBe(false);
    free();
    (await waiting)();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`process ${process.pid} on ${hostname()}`);
    expect(existsSync(file)).toBe(false);
  });

  test('says who holds it when the wait is over', async () => {
    const free = await lock(file, { now });
    await expect(lock(file, { now, wait: 60 })).rejects.toThrow(
      `Another build (process ${process.pid}`,
    );
    free();
  });

  test('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    const dead = { pid: child.pid, host: hostname(), started: '1', since: 'then' };
    writeFileSync(file, JSON.stringify(dead));
    (await lock(file, { now, wait: 1000 }))();
  });

  test('is taken over from an earlier process of the same number', async () => {
    const earlier = { pid: process.ppid, host: hostname(), started: '1', since: 'then' };
    writeFileSync(file, JSON.stringify(earlier));
    (await lock(file, { now, wait: 1000 }))();
  });

  test('is taken over when it is damaged', async () => {
    writeFileSync(file, '{"pid":');
    (await lock(file, { now, wait: 1000 }))();
  });

  test('leaves nothing behind of processes that died on their way to it', async () => {
    const [old, young] = [`${file}.4242.1`, `${file}.4243.1`];
    for (const one of [old, young]) writeFileSync(one, '');
    const before = new Date(Date.now() - 120_000);
    utimesSync(old, before, before);
    (await lock(file, { now: Date.now }))();
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
  });

  test('of another machine is never broken', async () => {
    const other = { pid: 1, host: 'elsewhere.example', started: '', since: 'then' };
    writeFileSync(file, JSON.stringify(other));
    await expect(lock(file, { now, wait: 60 })).rejects.toThrow('elsewhere.example');
  });
});
