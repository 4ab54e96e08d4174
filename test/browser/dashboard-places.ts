import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { orgSections, projectSections } from '../../runtime/dashboard/client/sections.ts';
import { violations } from '../support/axe.ts';
import type { DashboardSite } from './dashboard-site.ts';

/** What can be opened on a place: its name, and how. */
type Opening = readonly [string, (page: Page) => Promise<unknown>];

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const firstRow = async (page: Page) => {
  await page
    .locator('.rows .row.link')
    .first()
    .click({ position: { x: 4, y: 4 } });
};
const row: Opening = ['its first row', firstRow];

/** Each section and its parts below `/dashboard`, and what opens there: panels and dialogs, one on each load. */
export const places: Readonly<Record<string, readonly Opening[]>> = {
  'p/overview': [
    ['places to go', (page) => page.keyboard.press('Control+k')],
    ['keys', (page) => page.keyboard.press('?')],
  ],
  'p/analytics': [],
  'p/analytics/improve': [],
  'p/pages': [],
  'p/pages?view=list': [row],
  'p/webhooks': [['its form', button('Add webhook')]],
  'p/webhooks/{webhook}': [
    ['its form', (page) => page.getByRole('button', { name: 'Change', exact: true }).click()],
    ['rotation', button('Rotate secret')],
    ['deletion', button('Delete')],
  ],
  'p/webhooks/{webhook}?status=failed': [
    row,
    ['replay', button('Replay…')],
    ['its check', button('Check receiver')],
  ],
  'p/deployments': [row],
  'p/assistant': [row],
  'p/assistant/gaps': [row],
  'p/assistant/searches': [],
  'p/assistant/reports': [row],
  'p/feedback': [row],
  'p/translations': [['a job', button('Translate into French')]],
  'p/translations/pages': [],
  'p/translations/edit?language=de&page=install': [],
  'p/translations/jobs': [row],
  'p/translations/glossary': [row, ['an import', button('Import…')]],
  'p/settings': [],
  'p/settings?section=redirects': [],
  'p/settings/text': [],
  'org/keys': [
    ['its form', button('Create key')],
    ['revocation', button(/^Revoke/)],
  ],
  'org/members': [
    ['its form', button('Invite')],
    ['removal', button(/^Remove/)],
  ],
  'org/audit': [row],
  'org/usage': [],
};

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The places that sections and their parts have by themselves. */
export function placesOfSections(): readonly string[] {
  return [
    ...projectSections.flatMap(({ name, parts = {} }) =>
      ['', ...Object.keys(parts)].map((part) => `p/${name}${part && `/${part}`}`),
    ),
    ...orgSections.map(({ name }) => `org/${name}`),
  ].filter((place, index, all) => all.indexOf(place) === index);
}

/** Opens a place, and waits for all of it. */
export async function openPlace(page: Page, site: DashboardSite, place: string): Promise<void> {
  const path = place.replace(/^p\//, `p/${site.slug}/`).replace('{webhook}', site.webhookId);
  await page.goto(`${site.url}/dashboard/${path}`);
  await settled(page);
}

/** Waits until nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.waiting:not(iframe)').first().waitFor({ state: 'detached' });
}

/** Opens everything on a place: nothing that axe finds in either mode and on a phone, and nothing beyond its edge. */
export async function checkPlace(page: Page, site: DashboardSite, place: string): Promise<void> {
  await openPlace(page, site, place);
  await check(page, place);
  for (const [name, open] of places[place] ?? []) {
    await open(page);
    await page.getByRole('dialog').waitFor();
    await settled(page);
    await check(page, `${name} on ${place}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

async function check(page: Page, name: string): Promise<void> {
  for (const [colorScheme, viewport, rules] of [
    ['light', desktop, 'all'],
    ['dark', desktop, 'colors'],
    ['light', phone, 'sizes'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violations(page, undefined, rules);
    expect.soft(found, `${name}, ${colorScheme}, ${viewport.width} px`).toEqual([]);
  }
  const narrow = { ...phone, width: 320 };
  for (const size of [phone, narrow]) {
    await page.setViewportSize(size);
    for (const dir of ['rtl', 'ltr'] as const) {
      const beyond = await page.evaluate((to) => {
        document.documentElement.setAttribute('dir', to);
        const parts = [
          document.documentElement,
          ...document.querySelectorAll('dialog[open] .sheet'),
        ];
        return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
      }, dir);
      expect.soft(beyond, `${name}, ${dir}, ${size.width} px`).toBeLessThanOrEqual(0);
      const turned = await page
        .locator('code, pre, .editor')
        .evaluateAll(
          (all) => all.filter((one) => getComputedStyle(one).direction === 'rtl').length,
        );
      expect.soft(turned, `code in ${name}, ${dir}`).toBe(0);
    }
  }
  await page.setViewportSize(desktop);
}
