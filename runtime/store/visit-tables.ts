/** How often a page was read on a UTC day. Without a page, the sum of a language, and without both, of the site. */
export interface ViewDayRow {
  project_id: string;
  /** Days since 1970. */
  day: number;
  language: string;
  /** That of the page in the source language; '' for all pages. */
  page_path: string;
  views: number;
  visitors: number;
}

/** Where readers of a page came from. */
export interface SourceDayRow {
  project_id: string;
  day: number;
  language: string;
  page_path: string;
  /** A host, or `/` and the path of another page of the site. */
  source: string;
  views: number;
}

/** How often an address was asked for at which there is nothing. */
export interface MissingDayRow {
  project_id: string;
  day: number;
  address: string;
  /** A host, `/` and the path of a page of the site, or '' if unknown. */
  source: string;
  times: number;
}

/** A visitor who was counted; rows are deleted when the day is over. */
export interface DayVisitorRow {
  day: number;
  project_id: string;
  language: string;
  page_path: string;
  /** A salted hash: a number that means nothing without the salt of the day. */
  visitor: string;
}

/** What visitors of a day are hashed with, by all processes; deleted when the day is over. */
export interface VisitSaltRow {
  day: number;
  salt: string;
}
