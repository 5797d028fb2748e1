import { variablesOfLayer } from '@pictable/renderer/template'

/** The names of the values that a layer is filled with, or that decide whether it is shown; not those of layers inside. */
export function boundFields(layer: Parameters<typeof variablesOfLayer>[0]): readonly string[] {
  return [...new Set(variablesOfLayer(layer).map(({ name }) => name))]
}
