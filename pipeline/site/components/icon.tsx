import { given } from '../../../schema/given.ts';
import { signOf } from '../icon-sign.ts';
import { colorOf } from './callout.tsx';
import { number, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** An icon in the text. */
export function Icon(props: Props) {
  const page = usePage();
  const light = colorOf(page, props, 'colorLight');
  const dark = colorOf(page, props, 'colorDark');
  const named = props.icon ?? props.src ?? props.name;
  const label = text(props.ariaLabel) ?? text(props['aria-label']) ?? signOf(named);
  const icon = page.icon(named, {
    type: props.iconType,
    library: props.iconLibrary,
    size: number(props.size) ?? 16,
    color: colorOf(page, props),
    ...given({ label, class: text(props.className) }),
    place: props.place as never,
  });
  if (light === undefined && dark === undefined) return <>{icon}</>;
  const style = `--icon-light:${light ?? 'currentColor'};--icon-dark:${dark ?? light ?? 'currentColor'}`;
  return (
    <span class="icon-toned" style={style}>
      {icon}
    </span>
  );
}
