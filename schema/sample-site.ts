/** A page of the sample site. */
export interface SamplePage {
  readonly path: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** The pages that every project of test mode has: nothing is built for it. */
export const samplePages: readonly SamplePage[] = [
  {
    path: 'introduction',
    title: 'Introduction',
    text: 'Acme sends your parcels. This page belongs to the sample site of test mode.',
  },
  {
    path: 'guides/quick-start',
    title: 'Quick start',
    text: '## Send a parcel\n\nWeigh the parcel, print its label, and hand it to the driver. A label is valid for one day.',
  },
  {
    path: 'guides/prices',
    title: 'Prices',
    text: '## What a parcel costs\n\nA parcel costs five coins up to one kilogram, and two coins for each further kilogram.',
  },
];
