import { variablesOf } from '@pictable/renderer/template'
import { AppError } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { listed } from '#core/words.ts'
import type { TemplateDesign } from './template.ts'

/** Each names all that the design binds. */
const MAX_ERRORS = 20

/** A value under a name that the design does not bind would be lost in silence. @throws AppError `invalid_request` naming the names there are */
export function refuseUnknownValues(design: TemplateDesign, values: Readonly<Record<string, unknown>>): void {
  const names = new Set(variablesOf(design).map(({ name }) => name))
  const there = names.size === 0 ? 'It has none.' : `It has: ${listed([...names])}.`
  const errors = Object.keys(values)
    .filter((name) => !names.has(name))
    .slice(0, MAX_ERRORS)
    .map((name) => ({
      pointer: pointer('values', name),
      detail: `The template has no binding named "${name}". ${there}`,
    }))
  if (errors.length > 0) throw new AppError('invalid_request', errors.map(({ detail }) => detail).join(' '), { errors })
}
