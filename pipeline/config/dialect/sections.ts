import { setOwn } from '../../../schema/pointer.ts';
import { type Edit, type Fields, fieldsIn, isFields, put, rename, say } from '../edit.ts';
import { drop } from './shared.ts';

export function rewriteTheme(edit: Edit, config: Fields): void {
  const { theme } = config;
  if (theme !== 'sequoia' && theme !== 'luma') return;
  say(edit, config, 'theme', {
    severity: 'warning',
    reason: `Theme "${theme}" is not supported, the closest theme "mint" is used`,
    note: 'Set "theme" to "mint" or another supported theme.',
  });
  put(edit, config, 'theme', 'mint');
}

export function rewriteColors(edit: Edit, config: Fields): void {
  const { colors } = config;
  if (!isFields(colors)) return;
  for (const key of ['primary', 'light', 'dark']) {
    const value = colors[key];
    const short = typeof value === 'string' ? /^#([\da-f])([\da-f])([\da-f])$/i.exec(value) : null;
    if (short === null) continue;
    const [, r = '', g = '', b = ''] = short;
    const long = `#${r}${r}${g}${g}${b}${b}`;
    say(edit, colors, key, {
      reason: `Short colour "${value}" is read as "${long}"`,
      note: `Write "${long}".`,
    });
    put(edit, colors, key, long);
  }
}

export function rewriteStyling(edit: Edit, config: Fields): void {
  const { styling } = config;
  if (!isFields(styling)) return;
  const { codeblocks } = styling;
  if (typeof codeblocks !== 'string' || /^(system|dark|)$/i.test(codeblocks.trim())) return;
  say(edit, styling, 'codeblocks', {
    reason: `Code blocks ${JSON.stringify(codeblocks)} are read as the theme with that name`,
    note: `Write { "theme": ${JSON.stringify(codeblocks)} }.`,
  });
  put(edit, styling, 'codeblocks', { theme: codeblocks });
}

export function rewriteFooter(edit: Edit, config: Fields): void {
  const { footer } = config;
  if (!isFields(footer) || !Array.isArray(footer.socials) || footer.socials.length === 0) return;
  const socials: Fields = {};
  for (const { type, platform, name, url, href } of fieldsIn(footer.socials)) {
    const network = type ?? platform ?? name;
    if (typeof network === 'string') setOwn(socials, network, url ?? href ?? '');
  }
  say(edit, footer, 'socials', {
    reason: 'A list of profiles is read as a map of platforms and URLs',
    note: 'Write { "github": "https://github.com/acme" }.',
  });
  put(edit, footer, 'socials', socials);
}

export function rewriteIntegrations(edit: Edit, config: Fields): void {
  const { integrations } = config;
  if (!isFields(integrations)) return;
  for (const key of ['telemetry', 'cookies', 'koala', 'adobe', 'front']) {
    if (!Object.hasOwn(integrations, key)) continue;
    if (key === 'front') {
      const reason = '"front" is read as "frontchat"';
      say(edit, integrations, key, { reason, note: 'Rename it to "frontchat".' });
      rename(edit, integrations, key, 'frontchat');
    } else drop(edit, integrations, key, 'Docent has no equivalent');
  }
  const { posthog } = integrations;
  if (isFields(posthog) && typeof posthog.sessionRecording === 'boolean') {
    drop(edit, posthog, 'sessionRecording', 'configure recording in PostHog instead');
  }
}

const ofFeedback = { suggestEdit: 'editSuggestions', raiseIssue: 'raiseIssues' } as const;

export function rewriteFeedback(edit: Edit, config: Fields): void {
  const { feedback } = config;
  if (!isFields(feedback) || Object.hasOwn(config, 'addons')) return;
  for (const [from, to] of Object.entries(ofFeedback)) {
    if (Object.hasOwn(feedback, from)) rename(edit, feedback, from, to);
  }
  say(edit, config, 'feedback', {
    reason: '"feedback" is read as "addons.feedback"',
    note: 'Write { "addons": { "feedback": { … } } }, with "editSuggestions" and "raiseIssues".',
  });
  rename(edit, config, 'feedback', 'addons');
  put(edit, config, 'addons', { feedback });
}
