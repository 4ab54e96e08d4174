import { describe, expect, test } from 'vitest';
import { findIcon } from '../../../pipeline/site/find-icon.ts';
import { lucideNames, renamedIcons, replacedIcons } from '../../../pipeline/site/icon-names.ts';
import { iconProblem } from '../../../pipeline/site/icon-problems.ts';
import { namedIcon } from '../../../pipeline/site/icons.ts';
import { type Around, htmlOf, renderMdx, siteWith } from './render-mdx.ts';

const libraries = ['fontawesome', 'lucide', 'tabler'] as const;

describe('icons', () => {
  test('are drawn from the site’s library, hidden from screen readers', () => {
    expect(namedIcon('rocket', 'lucide')).toMatch(/^<svg .*viewBox="0 0 24 24" aria-hidden="true"/);
    expect(namedIcon('rocket', 'fontawesome')).toContain('viewBox="0 0 512 512"');
  });

  test('with the name of another drawing in Font Awesome are that, unless the library is named', () => {
    const box = (name: string) => findIcon(name, 'lucide').drawing.body;
    expect(box('bolt')).toBe(box('zap'));
    expect(box('lucide:bolt')).not.toBe(box('zap'));
  });

  test.each([
    'home',
    'search',
    'cog',
    'file-alt',
    'external-link-alt',
    'exclamation-triangle',
    'fa-house',
    'github',
    'discord',
    'fa-brands fa-apple',
    'fab fa-apple',
    'fa-solid fa-x',
    'fas fa-x fa-fw',
    'fa fa-lg fa-star',
    'fa-regular fa-star',
    'lucide:bot',
    'fa6-solid:rocket',
    'Rocket',
  ])('know the name %s in all libraries', (name) => {
    for (const library of libraries) expect(findIcon(name, library).match).toBe('exact');
  });

  test.each([
    ['fa-brands fa-apple', 'apple', 'brands'],
    ['fab fa-x-twitter', 'x-twitter', 'brands'],
    ['fa-solid fa-x', 'x', 'solid'],
    ['fa-regular fa-star', 'star', 'regular'],
    ['far fa-star', 'star', 'regular'],
    ['fas fa-star', 'star', 'solid'],
  ])('read %s as %s of the style %s', (written, name, style) => {
    for (const library of libraries) {
      const { drawing } = findIcon(written, library);
      expect(drawing).toEqual(findIcon(name, 'fontawesome', style).drawing);
    }
  });

  test.each([
    ['fa-light fa-star', 'regular'],
    ['fa-thin fa-star', 'regular'],
    ['fa-duotone fa-star', 'solid'],
    ['fa-sharp fa-solid fa-star', 'solid'],
    ['fa-sharp-duotone-solid fa-star', 'solid'],
    ['fal fa-star', 'regular'],
    ['fad fa-star', 'solid'],
    ['fasl fa-star', 'regular'],
  ])('are drawn in a free style for %s, with a note', (written, style) => {
    const found = findIcon(written, 'fontawesome');
    expect(found).toMatchObject({ name: 'star', match: 'style' });
    expect(found.drawing).toEqual(findIcon('star', 'fontawesome', style).drawing);
    expect(iconProblem(written, 'fontawesome')?.severity).toBe('note');
    expect(iconProblem('star', 'fontawesome', 'sharp-solid')?.ruleId).toBe('icon-style');
  });

  test.each([
    ['rocket-launch', 'rocket'],
    ['rectangle-code', 'code'],
    ['message-question', 'circle-question'],
    ['brackets-curly', 'code'],
    ['user-robot', 'robot'],
    ['hand-wave', 'hand'],
    ['fa-duotone fa-solid fa-camera-cctv', 'video'],
    // In no table: found by its words.
    ['rocket-with-sparks', 'rocket'],
    ['chart-pie-of-apples', 'chart-pie'],
    ['brand-github', 'github'],
    ['spinner-third', 'spinner'],
    // Only one of its words is known to the other library, and all of that name is asked for.
    ['gear-complex', 'gear'],
    ['circle-3', '3'],
    ['lifebuoy', 'life-buoy'],
  ])('take the nearest free one for %s: %s', (written, name) => {
    for (const library of ['fontawesome', 'lucide'] as const) {
      const found = findIcon(written, library);
      expect(found).toMatchObject({ name, match: 'near' });
      const from = written.startsWith('fa-') ? 'fontawesome' : library;
      expect(found.drawing).toEqual(findIcon(name, from).drawing);
    }
    expect(iconProblem(written, 'fontawesome')).toMatchObject({
      severity: 'warning',
      ruleId: 'icon-replaced',
      actual: written,
      expected: [name],
    });
  });

  test.each(['openai', 'typescript', 'fa-brands fa-supabase'])(
    'are those of Tabler for brands that only it has: %s',
    (written) => {
      const brand = written.split('-').at(-1);
      for (const library of ['fontawesome', 'lucide'] as const) {
        expect(iconProblem(written, library)).toBeUndefined();
        const { drawing } = findIcon(written, library);
        expect(drawing).toEqual(findIcon(`tabler:brand-${brand}`, library).drawing);
      }
    },
  );

  test('are a neutral sign where nothing is like them, with the name that is spelled most alike', () => {
    const found = findIcon('rockt', 'fontawesome');
    expect(found).toMatchObject({ name: 'rocket', match: 'unknown' });
    expect(found.drawing).toEqual(findIcon('circle-dot', 'fontawesome', 'regular').drawing);
    expect(iconProblem('rockt', 'lucide')?.reason).toContain('did you mean "rocket"?');
    expect(iconProblem('brand-githib', 'lucide')?.reason).toContain('did you mean "github"?');
    expect(iconProblem('lucide:rocket', 'lucide')).toBeUndefined();
    expect(iconProblem('brand-githib', 'tabler')).toMatchObject({
      reason: expect.stringContaining(
        'expected a name from Tabler, Lucide or Font Awesome; did you mean "brand-github"?',
      ),
      expected: ['brand-github'],
    });
    // Names of other sets that nothing here is like.
    for (const name of ['brand-typescript', 'si:typescript', 'brand-zapier', 'q', '']) {
      const { reason = '', expected } = iconProblem(name, 'lucide') ?? {};
      expect([reason.includes('did you mean'), expected]).toEqual([false, undefined]);
    }
  });

  test('have no empty drawing, whatever they are called', () => {
    const names = ['', ' ', 'fa-solid', 'fa-', '-', 'fa fa', 'a'.repeat(5000), '\u0000', 'x:y:z'];
    for (const name of [...names, '__proto__', 'constructor', '</svg><script>']) {
      for (const library of libraries) {
        expect(findIcon(name, library).drawing.body, name).toContain('<');
        expect(namedIcon(name, library)).not.toContain('script');
      }
    }
  });

  test('of the tables are all there, and none of them has a free icon of its own', () => {
    for (const [name, other] of [
      ...Object.entries(renamedIcons),
      ...Object.entries(replacedIcons),
    ]) {
      expect(findIcon(other, 'fontawesome').match, other).toBe('exact');
      expect(Object.hasOwn(renamedIcons, name) && Object.hasOwn(replacedIcons, name)).toBe(false);
    }
    for (const name of Object.keys(renamedIcons)) {
      expect(findIcon(name, 'fontawesome').match, name).toBe('exact');
    }
    for (const name of Object.values(lucideNames)) {
      expect(findIcon(name, 'lucide').drawing.box, name).toBe('0 0 24 24');
    }
  });

  test('of a site with Tabler are those of Tabler', async () => {
    const of = (name: string) => findIcon(name, 'tabler');
    for (const name of ['rocket', 'brand-github', 'star-filled', 'settings', '2fa']) {
      expect(of(name), name).toMatchObject({ name, match: 'exact' });
      expect(of(name).drawing, name).not.toEqual(findIcon(name, 'lucide').drawing);
    }
    // Named as in other libraries; what none of Tabler's is called is taken from those.
    expect(of('github').drawing).toEqual(of('brand-github').drawing);
    expect(of('external-link-alt').drawing).toEqual(of('external-link').drawing);
    expect(of('bot').drawing).toEqual(findIcon('bot', 'lucide').drawing);
    expect(of('fa-brands fa-github').drawing).toEqual(findIcon('github', 'fontawesome').drawing);
    expect(of('truck-monster').drawing).toEqual(findIcon('truck-monster', 'fontawesome').drawing);
    expect(iconProblem('rocket', 'tabler', 'light')).toBeUndefined();
  });

  test.each([
    ['rocket-filled', 'rocket'],
    ['rocket-with-sparks', 'rocket'],
    ['brand-github-alt', 'brand-github'],
    // A brand is itself or nothing.
    ['user-github', 'user'],
    ['gear-complex', 'gear'],
    ['spinner-third', 'spinner'],
  ])('of Tabler are the nearest to %s: %s', (written, name) => {
    const { drawing } = findIcon(name, 'tabler');
    expect(findIcon(written, 'tabler')).toMatchObject({ name, drawing, match: 'near' });
  });

  test('of Tabler are asked for by name in other sites, and read for no other name there', () => {
    for (const library of libraries) {
      const drawing = findIcon('brand-zapier', 'tabler').drawing;
      expect(findIcon('tabler:brand-zapier', library)).toMatchObject({ drawing, match: 'exact' });
    }
    expect(findIcon('brand-zapier', 'lucide').match).toBe('unknown');
    expect(findIcon('brand-zapier', 'fontawesome').match).toBe('unknown');
  });

  test('with a shape that is used by its id have it in place', () => {
    for (const name of ['brand-livewire', 'brand-mailgun', 'file-isr']) {
      const { body } = findIcon(name, 'tabler').drawing;
      expect(body).not.toMatch(/ id=|<use|<defs/);
    }
    expect(findIcon('file-isr', 'tabler').drawing.body.split('M15 3v4a1 1')).toHaveLength(3);
  });

  test('are drawn from Tabler on pages, or from the library that an icon names', async () => {
    const config = { icons: { library: 'tabler' } };
    const drawn = async (mdx: string, around: Around = {}) =>
      (await htmlOf(mdx, around)).includes(findIcon('rocket', 'tabler').drawing.body);
    for (const mdx of [
      '<Card title="a" icon="rocket" />',
      '<Icon icon="rocket" />',
      '<Callout icon="rocket">a</Callout>',
      '<Tabs>\n  <Tab title="a" icon="rocket">b</Tab>\n</Tabs>',
    ]) {
      expect(await drawn(mdx, { config }), mdx).toBe(true);
      expect(await drawn(mdx), mdx).toBe(false);
    }
    expect(await drawn('<Icon icon="rocket" iconLibrary="tabler" />')).toBe(true);
    expect(await drawn('<Icon icon="rocket" iconLibrary="lucide" />', { config })).toBe(false);
  });

  test('may be an emoji', async () => {
    expect(namedIcon('🤖', 'lucide')).toContain('>🤖</span>');
    const body = await renderMdx('<Card title="a" icon="🤖" />');
    expect(body.html).toContain('aria-hidden="true">🤖</span>');
    expect(body.problems).toEqual([]);
  });

  test('may be a path or an address', async () => {
    const site = siteWith('<Card title="a" icon="/logo/a.svg" />', {
      config: { hosting: { basePath: '/docs' } },
    });
    expect(site.config.hosting.basePath).toBe('/docs');
    expect(iconProblem('/logo/a.svg', 'lucide')).toBeUndefined();
    expect(iconProblem('https://example.com/a.png', 'lucide')).toBeUndefined();
    const body = await renderMdx('<Card title="a" icon="https://example.com/a.png" />');
    expect(body.html).toContain('src="https://example.com/a.png"');
  });

  test('of other names are one warning per page, with the line of the first', async () => {
    const body = await renderMdx(
      'Text.\n\n<Card title="a" icon="message-lines" />\n\n<Tabs>\n  <Tab title="b" icon="message-lines">\n    x\n  </Tab>\n</Tabs>',
    );
    expect(body.html.match(/<svg class="icon dc-icon"/g)).toHaveLength(2);
    expect(body.problems).toHaveLength(1);
    expect(body.problems[0]).toMatchObject({
      ruleId: 'icon-replaced',
      severity: 'warning',
      actual: 'message-lines',
      place: { start: { line: 3 } },
    });
  });

  test.each([
    '<Card title="a" icon="nosuchicon" />',
    '<Icon icon="nosuchicon" />',
    '<Callout icon="nosuchicon">a</Callout>',
    '<Accordion title="a" icon="nosuchicon">b</Accordion>',
    '<Badge icon="nosuchicon">a</Badge>',
    '<Steps>\n  <Step title="a" icon="nosuchicon">b</Step>\n</Steps>',
    '<Tabs>\n  <Tab title="a" icon="nosuchicon">b</Tab>\n</Tabs>',
    '<View title="a" icon="nosuchicon">b</View>',
  ])('are drawn and reported with their line in %s', async (mdx) => {
    const body = await renderMdx(`Text.\n\n${mdx}`);
    expect(body.html).toContain(findIcon('nosuchicon', 'lucide').drawing.body);
    const [problem] = body.problems.filter(({ ruleId }) => ruleId === 'unknown-icon');
    expect(problem?.place?.start.line).toBeGreaterThanOrEqual(3);
  });

  test('may be elements of the author’s', async () => {
    const { html } = await renderMdx(
      '<Card title="a" icon={<svg viewBox="0 0 1 1"><path d="M0 0" strokeWidth={2} /></svg>} />',
    );
    expect(html).toContain(
      '<span class="icon dc-own-icon" style="--side:20px"><svg viewBox="0 0 1 1"><path d="M0 0" stroke-width="2"',
    );
  });
});
