import type { Component } from '../component.ts';

/** Components of API pages by the name authors use. */
export const apiComponents: Readonly<Record<string, Component>> = {};
