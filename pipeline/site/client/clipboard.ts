/** Copies a text for a button that was pressed; false where the browser refuses. */
export async function writeClipboard(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Where the clipboard is forbidden (plain HTTP), a selection can still be copied. It is made next to the button:
    // around an open dialog nothing can be selected.
    const area = document.createElement('textarea');
    area.value = text;
    area.style.cssText = 'position:fixed;opacity:0';
    button.after(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    button.focus();
    return done;
  }
}
