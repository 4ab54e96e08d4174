import type { Config } from '../../schema/config/config.ts';
import type { Font } from '../../schema/config/fonts.ts';
import type { ByMode } from '../../schema/config/mode.ts';
import { given } from '../../schema/given.ts';
import { isPresent, type Named } from './names.ts';

/**
 * The configuration without pictures and fonts that the site does not have. What is missing is reported;
 * readers see the name instead of a logo, and the generated favicon and card.
 */
export function presentConfig(site: Pick<Named, 'config' | 'assets' | 'snippets'>): Config {
  const { logo, favicon, seo, background, fonts, ...rest } = site.config;
  const present = (path: string | undefined): string | undefined =>
    path !== undefined && isPresent(site, path) ? path : undefined;
  const byMode = (image: Partial<ByMode> = {}): ByMode | undefined => {
    const [light, dark] = [present(image.light), present(image.dark)];
    const any = light ?? dark;
    return any === undefined ? undefined : { light: light ?? any, dark: dark ?? any };
  };
  const withSource = <T extends Font>({ source, ...face }: T) => ({
    ...face,
    ...given({ source: present(source) }),
  });
  const { light: _light, dark: _dark, ...label } = logo ?? {};
  const { 'og:image': card, ...metatags } = seo.metatags;
  const { ogImage, ...ofSearch } = seo;
  const { image, ...ground } = background;
  const { heading, body, ...all } = fonts;
  return {
    ...rest,
    ...given({
      logo: logo && { ...label, alt: logo.alt, ...byMode(logo) },
      favicon: byMode(favicon),
    }),
    seo: {
      ...ofSearch,
      ...given({ ogImage: present(ogImage) }),
      metatags: { ...metatags, ...given({ 'og:image': present(card) }) },
    },
    background: { ...ground, ...given({ image: byMode(image) }) },
    fonts: {
      ...withSource(all),
      ...given({ heading: heading && withSource(heading), body: body && withSource(body) }),
    },
  };
}
