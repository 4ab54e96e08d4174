/** How often a question was searched for on a UTC day. */
export interface SearchRow {
  project_id: string;
  /** Days since 1970. */
  day: number;
  language: string;
  question: string;
  asked: number;
  /** How often a result was opened. */
  clicked: number;
  /** How often there was no result. */
  empty: number;
}

/** How often a question without a click was followed by one whose result was opened. */
export interface SearchFollowRow {
  project_id: string;
  day: number;
  language: string;
  question: string;
  next: string;
  times: number;
}

/** How often a question led to a page on a UTC day. */
export interface PageSearchRow {
  project_id: string;
  /** That of the page in the source language. */
  page_path: string;
  day: number;
  language: string;
  question: string;
  opened: number;
}

/** How often a search led to a page on a UTC day. */
export interface SearchPageRow {
  project_id: string;
  day: number;
  /** That of the page in the source language. */
  page_path: string;
  opened: number;
  /** How often readers whom a search had led there searched again from it. */
  searched_on: number;
}
