import { encode } from 'uqr';

const svg = 'http://www.w3.org/2000/svg';

/** Squares of light around a code, without which cameras don't find it. */
const border = 4;

/** Draws a text as a QR code: dark on light in every colour mode, since many cameras read nothing else. */
export function drawCode(text: string, label: string): SVGSVGElement {
  const { data, size } = encode(text, { border });
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${size} ${size}`);
  drawing.setAttribute('class', 'web3-code');
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', label);
  drawing.setAttribute('shape-rendering', 'crispEdges');
  const squares = document.createElementNS(svg, 'path');
  squares.setAttribute('d', data.map(rowPath).join(''));
  drawing.append(squares);
  return drawing;
}

/** The dark squares of a row, those next to each other as one. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let start = 0; start < row.length; start++) {
    let end = start;
    while (row[end]) end++;
    if (end > start) path += `M${start} ${y}h${end - start}v1h${start - end}z`;
    start = end;
  }
  return path;
}
