/** The width of a window from which on the sidebar is next to the text, which the bundle fills in. */
declare const sidebarWidth: number;

/** The bundle holds a sheet as text, minified. */
declare module '*.css' {
  export const styles: string;
}
