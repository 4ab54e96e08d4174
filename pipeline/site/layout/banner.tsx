import type { JSX } from 'preact';
import type { Banner as BannerConfig } from '../../../schema/config/banner.ts';
import { Glyph } from './glyph.tsx';
import { Html, inlineMarkdown } from './markup.tsx';
import { ownLanguage } from './own-language.ts';
import { shortHash } from './short-hash.ts';
import type { View } from './view.ts';

/** The line above everything; a language's own banner wins. */
export function Banner({ view }: { view: View }): JSX.Element | null {
  const banner = bannerOf(view);
  if (!banner) return null;
  const colored = banner.color;
  return (
    <section
      id={view.id('banner')}
      class={`dc-banner banner-${banner.type}${colored ? ' banner-colored' : ''}`}
      aria-label={view.labels.banner}
      {...(colored
        ? { style: `--banner-light:${colored.light};--banner-dark:${colored.dark}` }
        : {})}
    >
      <Html
        as="div"
        dir="auto"
        class="banner-text"
        html={inlineMarkdown(view.word(banner.content), view.link)}
      />
      {banner.dismissible && (
        <button type="button" class="banner-close needs-js" aria-label={view.labels.dismiss}>
          <Glyph name="close" size={16} />
        </button>
      )}
    </section>
  );
}

/** The banner of the page's language, else the site's. */
function bannerOf(view: View): BannerConfig | undefined {
  return ownLanguage(view)?.banner ?? view.config.banner;
}

/** What a dismissal is remembered under: it ends when the content changes. */
export function bannerKey(view: View): string | undefined {
  const banner = bannerOf(view);
  return banner?.dismissible ? shortHash(banner.content) : undefined;
}
