/** Stems of the forms nearest to a misspelt word: one letter off, two for long words. */
export function similarForms(
  word: string,
  forms: readonly { readonly form: string; readonly stem: string }[],
): string[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const most = word.length < 8 ? 1 : 2;
  const found: { stem: string; far: number }[] = [];
  for (const { form, stem } of forms) {
    // The first letter is hardly ever the wrong one, and tells many other words apart.
    if (form[0] !== word[0] || Math.abs(form.length - word.length) > most) continue;
    const far = distance(word, form, most);
    if (far <= most) found.push({ stem, far });
  }
  const nearest = Math.min(...found.map(({ far }) => far));
  return [...new Set(found.filter(({ far }) => far === nearest).map(({ stem }) => stem))].slice(
    0,
    4,
  );
}

/** Letters to insert, remove, replace or swap; anything above `most` is returned as `most + 1`. */
export function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
