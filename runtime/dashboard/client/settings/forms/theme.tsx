import almond from '../../../../../docs/images/themes/almond.webp';
import aspen from '../../../../../docs/images/themes/aspen.webp';
import atlas from '../../../../../docs/images/themes/atlas.webp';
import cipher from '../../../../../docs/images/themes/cipher.webp';
import house from '../../../../../docs/images/themes/house.webp';
import linden from '../../../../../docs/images/themes/linden.webp';
import maple from '../../../../../docs/images/themes/maple.webp';
import mint from '../../../../../docs/images/themes/mint.webp';
import nova from '../../../../../docs/images/themes/nova.webp';
import palm from '../../../../../docs/images/themes/palm.webp';
import willow from '../../../../../docs/images/themes/willow.webp';
import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import type { Path } from './edit.ts';
import { useForm } from './form.ts';
import { Frame } from './frame.tsx';

/** What pages look like with each theme: the pictures of the handbook. */
const pictures: Readonly<Record<string, string>> = {
  ...{ almond, aspen, atlas, cipher, house, linden, maple, mint, nova, palm, willow },
};

/** The theme, chosen by what it looks like. */
export function ThemeField({
  schema,
  value,
  path,
}: {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly path: Path;
}) {
  const { set } = useForm();
  return (
    <Frame path={path} description={schema.description} isSet={value !== undefined} isGroup>
      {(bound) => (
        <div class="cards">
          {(schema.enum ?? []).map(String).map((name) => (
            <label key={name} class="picture-card">
              <input
                type="radio"
                name={bound.id}
                disabled={bound.disabled}
                checked={(value ?? schema.default) === name}
                onChange={() => set(path, name)}
              />
              <img
                src={new URL(pictures[name] ?? '', import.meta.url).href}
                alt=""
                width="320"
                height="200"
                loading="lazy"
              />
              <span>
                {name}
                {schema.default === name && <span class="muted"> (default)</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Frame>
  );
}
