/** A section as an author may write it: any field may be missing, at every level. */
export type Written<T> = T extends readonly (infer E)[]
  ? readonly Written<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Written<T[K]> }
    : T;
