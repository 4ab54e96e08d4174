/** The name of a picture, which the bundler writes next to the code. */
declare module '*.webp' {
  const name: string;
  // biome-ignore lint/style/noDefaultExport: the bundler's way.
  export default name;
}
