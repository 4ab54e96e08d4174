import { cancel, confirm, isCancel, select, text } from '@clack/prompts';
import { defaultColor, type InitChoices, nameOf } from '../pipeline/init.ts';
import { type ThemeName, themes } from '../schema/config/themes.ts';

/** Asks what the flags leave open; undefined if the questions are cancelled. */
export async function askAboutSite(
  dir: string,
  given: InitChoices,
): Promise<InitChoices | undefined> {
  const name =
    given.name ?? (await text({ message: 'Name of the site', initialValue: nameOf(dir) }));
  if (isCancel(name)) return stopped();
  const color =
    given.color ??
    (await text({
      message: 'Color of links and buttons',
      initialValue: defaultColor,
      validate: (value) =>
        /^#[0-9a-f]{6}$/i.test(value ?? '')
          ? undefined
          : 'Expected "#" and six hexadecimal digits, such as "#0F766E".',
    }));
  if (isCancel(color)) return stopped();
  const theme =
    given.theme ??
    (await select<ThemeName>({
      message: 'Theme',
      options: themes.map((value) => ({ value, hint: hints[value] })),
    }));
  if (isCancel(theme)) return stopped();
  const api = given.api ?? (await confirm({ message: 'Add an example API reference?' }));
  if (isCancel(api)) return stopped();
  return { ...given, name, color, theme, api };
}

function stopped(): undefined {
  cancel('Stopped.');
}

const hints: Readonly<Record<ThemeName, string>> = {
  mint: 'product documentation',
  maple: 'everything in the sidebar',
  palm: 'sober, with a dark bar',
  willow: 'for reading, without lines',
  linden: 'a terminal',
  almond: 'a sheet on a desk',
  aspen: 'dense, for large sites',
  house: 'a book with serifs',
  atlas: 'API references',
  nova: 'large titles for launches',
  cipher: 'dark, with numbered sections',
};
