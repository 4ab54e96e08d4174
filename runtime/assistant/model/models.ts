import type { Model, ModelAddress } from '../../../pipeline/net/model.ts';
import { openModel } from '../../../pipeline/net/open-model.ts';
import { cannedModel } from './canned.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * The instance's model, and those that sites name. Each is opened once, for each has its own circuit: one
 * that fails leaves the others alone. Canned answers take the place of all of them.
 */
export function openModels(
  own: ModelAddress | 'canned',
  catalogue: Catalogue = new Map(),
): { readonly model: Model; readonly modelNamed?: (id: string) => Model } {
  if (own === 'canned') return { model: cannedModel() };
  const open = new Map<string, Model>();
  const modelNamed = (id: string): Model => {
    let model = open.get(id);
    if (!model) {
      // Reported by the name it was asked for; what the endpoint calls it is the operator's matter.
      model = { ...openModel(catalogue.get(id) ?? { ...own, model: id }), name: id };
      open.set(id, model);
    }
    return model;
  };
  return { model: modelNamed(own.model), modelNamed };
}
