import { isCancel, password } from '@clack/prompts';

/** A key that is typed in without being shown, or what another program passes; undefined without one. */
export async function askKey(): Promise<string | undefined> {
  if (process.stdin.isTTY) {
    const typed = await password({ message: 'Key of the API' });
    return isCancel(typed) ? undefined : typed;
  }
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
