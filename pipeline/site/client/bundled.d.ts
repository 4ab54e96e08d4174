/** Widths of the layout (`layout/widths.ts`), which the bundle fills in. */
declare const columnsWidth: number;
declare const sidebarWidth: number;

/** The bundle holds a sheet as text, minified. */
declare module '*.css' {
  export const styles: string;
}
