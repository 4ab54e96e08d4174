import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { chromiumPath, flags } from './browser.ts';
import { makeTempDir } from './temp.ts';

/** Chromium with nothing between: Playwright forbids it to render pages ahead, and to keep them. */
export interface BareChromium {
  readonly open: (url: string) => Promise<void>;
  /** The value of an expression on the page that is shown; promises are awaited. */
  readonly ask: <T>(expression: string) => Promise<T>;
  readonly mouse: (type: 'Moved' | 'Pressed' | 'Released', x: number, y: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Message = Readonly<Record<string, unknown>>;

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly subtype?: string;
  readonly url: string;
}

/** Starts Chromium without a window of 1440 × 900 pixels; the caller closes it. */
export async function launchBareChromium(): Promise<BareChromium> {
  const profile = makeTempDir();
  const kept = flags.filter((flag) => flag !== '--disable-background-networking');
  const child = spawn(
    chromiumPath(),
    [
      ...kept,
      '--headless=new',
      '--remote-debugging-port=0',
      '--window-size=1440,900',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.once('exit', () => reject(new Error(`Chromium ended: ${text}`)));
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
    if (message.method === 'Target.attachedToTarget')
      sessions.set(message.params.targetInfo.targetId, message.params.sessionId);
  });
  const sessions = new Map<string, string>();
  let id = 0;
  const send = async (
    method: string,
    params: Message = {},
    sessionId?: string,
    patience = 4000,
  ): Promise<Message> => {
    id++;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    // A page that is being replaced may never answer.
    const late = delay(patience).then(() => ({ error: 'no answer', result: undefined }));
    const { result, error } = await Promise.race([answer, late]);
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as Message;
  };

  // A page that was rendered ahead becomes the one that is shown, and is another target of the same
  // tab. Attached to a page itself, Chromium renders nothing ahead.
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const [tab] = targetInfos as readonly Target[];
  if (!tab) throw new Error('Chromium has no tab');
  const { targetId } = tab;
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const how = { autoAttach: true, flatten: true, waitForDebuggerOnStart: false };
  await send('Target.setAutoAttach', how, String(sessionId));
  const shown = async (): Promise<string> => {
    const known = await send('Target.getTargets');
    const page = (known.targetInfos as readonly Target[]).find(
      ({ type, subtype }) => type === 'page' && subtype !== 'prerender',
    );
    const session = page && sessions.get(page.targetId);
    if (!session) throw new Error('There is no such page');
    return session;
  };
  const evaluate = async <T>(expression: string, session: string): Promise<T> => {
    const how = { expression, awaitPromise: true, returnByValue: true };
    const answer = await send('Runtime.evaluate', how, session);
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
    return (answer.result as { readonly value: T }).value;
  };
  const ask = async <T>(expression: string): Promise<T> => evaluate(expression, await shown());
  const isLoaded = 'document.readyState === "complete" && location.href !== "about:blank"';

  return {
    ask,
    async open(url) {
      await send('Page.navigate', { url }, await shown());
      while (!(await ask<boolean>(isLoaded).catch(() => false))) await delay(20);
    },
    async mouse(type, x, y) {
      const pressed = type === 'Moved' ? {} : { button: 'left', clickCount: 1 };
      await send(
        'Input.dispatchMouseEvent',
        { type: `mouse${type}`, x, y, ...pressed },
        await shown(),
        300,
      ).catch(() => undefined);
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await send('Browser.close').catch(() => child.kill());
      await ended;
      socket.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
