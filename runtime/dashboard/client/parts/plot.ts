import uPlot from 'uplot';
import { short } from '../words.ts';

/** What is drawn, and who wants to know which bar is pointed at. */
export interface Plot {
  readonly values: readonly number[];
  /** Where the scale ends. */
  readonly most: number;
  /** Pixels for a scale at the side; 0 without one. */
  readonly side: number;
  readonly onPoint: (index: number | undefined) => void;
}

/**
 * Draws bars into a box, again when it has another size, other colours or another direction.
 * @returns what ends it
 */
export function drawBars(box: HTMLElement, plot: Plot): () => void {
  let drawn = draw(box, plot);
  const again = () => {
    drawn.destroy();
    drawn = draw(box, plot);
  };
  const size = new ResizeObserver(() => drawn.setSize(sizeOf(box)));
  size.observe(box);
  const look = new MutationObserver(again);
  look.observe(document.documentElement, { attributeFilter: ['data-mode', 'dir'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', again);
  return () => {
    size.disconnect();
    look.disconnect();
    system.removeEventListener('change', again);
    drawn.destroy();
  };
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  ...{ width: clientWidth, height: clientHeight },
});

function draw(box: HTMLElement, { values, most, side, onPoint }: Plot): uPlot {
  // A canvas knows no variables: the box has the colours as its own.
  const { color, fill, borderBottomColor, direction, fontFamily, fontSize } = getComputedStyle(box);
  const isReversed = direction === 'rtl';
  const marks = [0, most / 2, most];
  const paths = uPlot.paths.bars?.({ size: [0.8, 48], radius: 0.1 });
  const scale: uPlot.Axis = {
    side: isReversed ? 1 : 3,
    size: side,
    splits: () => marks,
    values: () => marks.map(short),
    stroke: color,
    font: `${Math.round(Number.parseFloat(fontSize))}px ${fontFamily}`,
    grid: { stroke: borderBottomColor, width: 1 },
    ticks: { show: false },
  };
  return new uPlot(
    {
      ...sizeOf(box),
      // Half a line of text, above the highest mark and below the lowest.
      padding: side > 0 ? [10, 0, 10, 0] : [0, 0, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: {
          time: false,
          range: () => [-0.5, values.length - 0.5],
          // Time runs as the text does.
          dir: isReversed ? -1 : 1,
        },
        y: { range: () => [0, most] },
      },
      axes: [{ show: false }, side > 0 ? scale : { show: false }],
      series: [{}, { fill, width: 0, points: { show: false }, ...(paths ? { paths } : {}) }],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [
      values.map((_, index) => index),
      // A little is not nothing.
      values.map((value) => (value === 0 ? 0 : Math.max(value, most / 36))),
    ],
    box,
  );
}
