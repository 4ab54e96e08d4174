import type { JSX } from 'preact';
import { fillLabel } from '../fill-label.ts';
import { socialPlatforms } from '../social-platforms.ts';
import { Html } from './markup.tsx';
import { footerOf } from './own-language.ts';
import { external } from './tabs.tsx';
import type { View } from './view.ts';

/** The foot of every page: what the author sets, and where readers change what they agreed to. */
export function Footer({ view }: { view: View }): JSX.Element | null {
  const { cookieConsent, name } = view.config;
  const footer = footerOf(view);
  if (!footer) return cookieConsent.enabled ? <ConsentFooter view={view} /> : null;
  const socials = Object.entries(footer.socials);
  return (
    <footer class="footer dc-footer" id={view.id('footer')}>
      <div class="dc-footer-inner">
        {footer.links.length > 0 && (
          <div class="dc-footer-groups">
            {footer.links.map((group, i) => (
              <div key={i} class="dc-footer-group">
                {group.header && <div class="dc-footer-title">{view.word(group.header)}</div>}
                <ul>
                  {group.items.map((item) => (
                    <li key={item.href}>
                      <a href={view.link(item.href)} {...external(item.href)}>
                        {view.word(item.label)}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )}
        {footer.html && <Html as="div" class="footer-html" html={footer.html} />}
        <div class="dc-footer-line">
          <div class="dc-footer-text">
            {footer.text === undefined ? name : view.word(footer.text)}
          </div>
          {footer.poweredBy && (
            <div class="dc-footer-text footer-powered">
              {fillLabel(view.labels.poweredBy, { name: 'Docent' })}
            </div>
          )}
          {cookieConsent.enabled && <ConsentButton view={view} />}
          {socials.length > 0 && (
            <ul class="dc-footer-socials">
              {socials.map(([platform, href]) => {
                const [icon, label] = socialPlatforms[platform.toLowerCase()] ?? ['', platform];
                const html =
                  icon === '' || !/^https?:/.test(href)
                    ? ''
                    : view.icon(icon, { library: 'fontawesome', type: 'brands', size: 18 });
                return (
                  <li key={platform}>
                    <a
                      class="dc-icon-button"
                      href={view.link(href)}
                      aria-label={label}
                      {...external(href)}
                    >
                      <Html
                        class="dc-icon"
                        html={html || view.icon('globe', { library: 'lucide', size: 18 })}
                      />
                    </a>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      </div>
    </footer>
  );
}

function ConsentFooter({ view }: { view: View }): JSX.Element {
  return (
    <footer class="footer dc-footer needs-js" id={view.id('footer')}>
      <div class="dc-footer-inner">
        <div class="dc-footer-line">
          <ConsentButton view={view} />
        </div>
      </div>
    </footer>
  );
}

/** Opens the consent bar again: an agreement is as easy to take back as to give. */
function ConsentButton({ view }: { view: View }): JSX.Element {
  return (
    <button type="button" class="dc-footer-text footer-consent needs-js" data-consent-open>
      {view.labels.cookieSettings}
    </button>
  );
}
