/*
 * `bg-black bg-opacity-50`, as version 3 wrote `bg-black/50`: the second class sets a variable, which the
 * colours of a page read when there is such a class.
 */

const colours: readonly (readonly [variable: string, properties: string])[] = [
  ['--tw-bg-opacity', 'background-color'],
  ['--tw-text-opacity', 'color'],
  ['--tw-border-opacity', 'border(?:-[a-z]+)*-color'],
  ['--tw-ring-opacity', '--tw-ring-color'],
];

/** Whether a variable holds the opacity of colours. */
export function isOpacity(name: string): boolean {
  return colours.some(([variable]) => variable === name);
}

/** Rules whose colours read the opacity variables that are in use. */
export function withOpacity(rules: string, variables: ReadonlyMap<string, string>): string {
  return colours
    .filter(([variable]) => variables.has(variable))
    .reduce(
      (css, [variable, properties]) =>
        css.replaceAll(
          // A colour with an opacity of its own keeps it.
          new RegExp(`(?<=[{;])(${properties}):(?!color-mix|inherit)([^;{}!]+)`, 'g'),
          `$1:color-mix(in oklab, $2 var(${variable}), transparent)`,
        ),
      rules,
    );
}
