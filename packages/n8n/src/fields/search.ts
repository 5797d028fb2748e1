import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow'
import type { Action, Template } from '#n8n/api/answers.ts'
import { callApi, listAll, type Page } from '#n8n/api/call-api.ts'

const ENOUGH = 500

interface Search<Item> {
  path: string
  nameOf: (item: Item) => string
  filter: string | undefined
  after: string | undefined
}

/** One page, or with a filter every item that contains it. */
async function searchList<Item extends { id: string }>(
  context: ILoadOptionsFunctions,
  { path, nameOf, filter, after }: Search<Item>,
): Promise<INodeListSearchResult> {
  const show = (items: readonly Item[]) => items.map((item) => ({ name: nameOf(item), value: item.id }))
  if (!filter) {
    const query = { limit: 100, ...(after && { after }) }
    const { results, next } = await callApi<Page<Item>>(context, { method: 'GET', path, query })
    return { results: show(results), ...(next !== null && { paginationToken: next }) }
  }
  const words = filter.toLowerCase()
  const items = await listAll<Item>(context, { path })
  return { results: show(items.filter((item) => nameOf(item).toLowerCase().includes(words))).slice(0, ENOUGH) }
}

export function searchTemplates(
  this: ILoadOptionsFunctions,
  filter?: string,
  after?: string,
): Promise<INodeListSearchResult> {
  return searchList<Template>(this, { path: '/v1/templates', nameOf: ({ name }) => name, filter, after })
}

export function searchActions(
  this: ILoadOptionsFunctions,
  filter?: string,
  after?: string,
): Promise<INodeListSearchResult> {
  return searchList<Action>(this, { path: '/v1/actions', nameOf: ({ title }) => title, filter, after })
}

/** Every action, for a list of which several can be chosen. */
export async function listActions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const actions = await listAll<Action>(this, { path: '/v1/actions' }, ({ length }) => length >= ENOUGH)
  return actions.map(({ id, title }) => ({ name: title, value: id }))
}
