import type { CallAnswer, Contract } from '@pictable/client'

export type TemplateJson = CallAnswer<Contract['templates']['list']>['results'][number]
export type OpenTemplate = CallAnswer<Contract['templates']['get']>
export type Drawn = CallAnswer<Contract['templates']['draw']>
export type Values = OpenTemplate['sample']

/** Its small picture, as it is now. */
export function thumbnailOf({ id, revision }: Pick<TemplateJson, 'id' | 'revision'>): string {
  return `/v1/templates/${id}/thumbnail?revision=${revision}`
}

/** A design as it is typed. */
export function sourceOf(design: unknown): string {
  return `${JSON.stringify(design, null, 2)}\n`
}

/** The design in a source; null while it is none. */
export function designIn(source: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(source)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : null
  } catch {
    return null
  }
}

/** What a template is called once its source is saved: a design that gets another name gives it to the template. */
export function titleOf({ name, design }: Pick<OpenTemplate, 'name' | 'design'>, source: string): string {
  const typed = designIn(source)?.name
  return typeof typed === 'string' && typed.trim() !== '' && typed !== design.name ? typed : name
}
