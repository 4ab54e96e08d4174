import type { Component } from '../component.ts';
import { Endpoint } from './endpoint.tsx';
import { RequestExample, ResponseExample } from './examples.tsx';
import { ParamField, ResponseField } from './field.tsx';

/** Components of API pages by the name authors use. */
export const apiComponents: Readonly<Record<string, Component>> = {
  Endpoint,
  ParamField,
  ResponseField,
  RequestExample,
  ResponseExample,
};
