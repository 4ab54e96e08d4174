/** Starts a part of the page; an error in it leaves the others working. */
export function attempt(start: () => void): void {
  try {
    start();
  } catch (fault) {
    console.error(fault);
  }
}
