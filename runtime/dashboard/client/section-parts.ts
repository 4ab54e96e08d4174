/** The parts of sections by the end of their address, and their titles; the first one has the section's own address. */
export const analyticsParts = { '': 'Readers', improve: 'To improve' } as const;

export const assistantParts = {
  ...{ '': 'Conversations', gaps: 'Gaps', searches: 'Searches' },
  reports: 'Wrong citations',
} as const;

export const translationsParts = {
  ...{ '': 'Languages', pages: 'Pages', jobs: 'Jobs', glossary: 'Glossary' },
} as const;
