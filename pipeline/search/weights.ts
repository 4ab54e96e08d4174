/** How much each place counts; found by trial over several sites and kept round. */
export const weights = {
  title: 3,
  keywords: 3,
  description: 2,
  /** Its path and the groups of the navigation. */
  place: 2.5,
  heading: 3,
  text: 1,
  /** A heading as a part of the whole page. */
  pageHeading: 2,
  /** How fast repetition stops to count. */
  saturation: 2.5,
  /** How much a long section, and a long page, is held against it. */
  rowLength: 0.5,
  pageLength: 0.7,
  /** Share of the whole page in its score; the rest is its best section's. */
  page: 0.4,
  /** A title, or a heading, that says all that was asked. */
  wholeTitle: 1,
  wholeHeading: 0.3,
  /** A page of an operation, and one of names in code, by what is asked for. */
  reference: {
    operation: { explanation: 0.75, name: 1, topic: 1 },
    names: { explanation: 0.6, name: 0.8, topic: 0.7 },
  },
  /** A page of another version than the one that is shown first, or asked for. */
  otherVersion: 0.5,
};

/** A weight as a share of what a word can give at most: repetition counts less and less. */
export function saturated(weight: number): number {
  return weight / (weight + weights.saturation);
}

/** The weight that `saturated` made a gain of. */
export function weightOf(gain: number): number {
  return (weights.saturation * gain) / (1 - gain);
}
