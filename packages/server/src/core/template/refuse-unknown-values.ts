import { singleUsesOf, variablesOf } from '@pictable/renderer/template'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import { listed } from '#core/words.ts'
import type { TemplateDesign } from './template.ts'

/** Each names all that the design binds. */
const MAX_ERRORS = 20

/** Lists for what is one text, one number or one colour. */
function listErrors(design: TemplateDesign, values: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const lists = new Set(Object.keys(values).filter((name) => Array.isArray(values[name])))
  if (lists.size === 0) return []
  const uses = new Map(singleUsesOf(design).map((use) => [use.name, use]))
  return [...lists].flatMap((name) => {
    const use = uses.get(name)
    if (use === undefined) return []
    const place = use.layer === undefined ? 'the page uses it for its' : `the layer "${use.layer}" uses it for its`
    const detail = `The value "${name}" is a list, but ${place} ${use.property}, which takes one value. Send one value, or join the list in the template: {{[${name}] | join}}.`
    return [{ pointer: pointer('values', name), detail }]
  })
}

/** A list where one value is expected is no value. @throws AppError `invalid_request` naming the layer that uses it */
export function refuseLists(design: TemplateDesign, values: Readonly<Record<string, unknown>>): void {
  refuse(listErrors(design, values))
}

function refuse(found: readonly ErrorDetail[]): void {
  const errors = found.slice(0, MAX_ERRORS)
  if (errors.length > 0) throw new AppError('invalid_request', errors.map(({ detail }) => detail).join(' '), { errors })
}

/**
 * A value under a name that the design does not bind would be lost in silence, and a list where one value is expected is
 * no value. @throws AppError `invalid_request` naming the names there are
 */
export function refuseUnknownValues(design: TemplateDesign, values: Readonly<Record<string, unknown>>): void {
  const names = new Set(variablesOf(design).map(({ name }) => name))
  const there = names.size === 0 ? 'It has none.' : `It has: ${listed([...names])}.`
  const unknown = Object.keys(values)
    .filter((name) => !names.has(name))
    .slice(0, MAX_ERRORS)
    .map((name) => ({
      pointer: pointer('values', name),
      detail: `The template has no binding named "${name}". ${there}`,
    }))
  refuse([...unknown, ...listErrors(design, values)])
}
