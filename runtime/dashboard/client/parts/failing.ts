import { messageOf } from '../../../../schema/errors.ts';
import { say } from './toast.tsx';

/** Does something that changes data, and says why when it did not work. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    say(messageOf(error), { isBad: true });
    return false;
  }
}
