import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow'
import { createFailure } from '#n8n/api/failure.ts'

interface Choice {
  name: string
  displayName: string
  /** The method that searches the list. */
  search: string
  /** What an id begins with. */
  prefix: string
  operations: Record<string, string[]>
}

/** `chooseField()` lets a user choose one of a list, or name it by its id. */
export function chooseField({ name, displayName, search, prefix, operations }: Choice): INodeProperties {
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    displayOptions: { show: operations },
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: search, searchable: true },
      },
      {
        displayName: 'By ID',
        name: 'id',
        type: 'string',
        placeholder: `${prefix}_01jd3v`,
        validation: [
          {
            type: 'regex',
            properties: {
              regex: `^\\s*${prefix}_[A-Za-z0-9_-]{1,60}\\s*$`,
              errorMessage: `An ID begins with ${prefix}_`,
            },
          },
        ],
      },
    ],
  }
}

/** What is chosen. */
export interface Chosen {
  id: string
  /** As it was called when it was chosen: it may have been deleted since. */
  label: string
}

/** `typedId()` is an id for an item. @throws NodeApiError when it is empty, as an expression may leave it */
export function typedId(context: IExecuteFunctions, name: string, itemIndex: number): string {
  const id = String(context.getNodeParameter(name, itemIndex, '', { extractValue: true })).trim()
  if (id !== '') return id
  const about = { node: context.getNode(), url: '', itemIndex }
  throw createFailure(about, {
    message: `"${name}" is empty`,
    description: 'Choose it, or enter its ID, in this node.',
  })
}

/** `chosenIn()` is what is chosen for an item. @throws NodeApiError when nothing is */
export function chosenIn(context: IExecuteFunctions, name: string, itemIndex: number): Chosen {
  const id = typedId(context, name, itemIndex)
  const field: unknown = context.getNodeParameter(name, itemIndex)
  const cached = typeof field === 'object' && field !== null && 'cachedResultName' in field && field.cachedResultName
  return { id, label: cached ? `"${cached}" (${id})` : id }
}
