/**
 * How far each two pictures, by name and `data:` URL, are from each other: the mean difference of their grey levels,
 * 200 px wide. Runs in a page.
 */
export async function distancesOf(
  shots: readonly (readonly [string, string])[],
): Promise<{ readonly pair: string; readonly distance: number }[]> {
  const greys: (readonly [string, Float64Array])[] = [];
  for (const [name, url] of shots) {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 200;
    canvas.height = Math.round((200 * image.height) / image.width);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const grey = new Float64Array(data.length / 4);
    for (let i = 0; i < grey.length; i++) {
      const [r = 0, g = 0, b = 0] = data.subarray(4 * i, 4 * i + 3);
      grey[i] = 0.299 * r + 0.587 * g + 0.114 * b;
    }
    greys.push([name, grey]);
  }
  return greys.flatMap(([one, a], index) =>
    greys.slice(index + 1).map(([other, b]) => {
      let sum = 0;
      for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
      return { pair: `${one} and ${other}`, distance: sum / a.length };
    }),
  );
}
