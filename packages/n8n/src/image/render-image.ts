import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Image } from '#n8n/api/answers.ts'
import { callApi } from '#n8n/api/call-api.ts'
import { naming } from '#n8n/api/naming.ts'
import { requestKey } from '#n8n/api/request-key.ts'
import { type Chosen, chosenIn } from '#n8n/fields/choose.ts'
import { readObject } from '#n8n/fields/read-object.ts'
import { imageItem } from './image-item.ts'
import { readVariables } from './variables.ts'

/** `createNamesOf()` reads the variables of each template once for all items. */
function createNamesOf(context: IExecuteFunctions) {
  const known = new Map<string, Promise<string[]>>()
  return (id: string, itemIndex: number): Promise<string[]> => {
    const names = known.get(id) ?? readVariables(context, id, itemIndex).then((all) => all.map(({ name }) => name))
    known.set(id, names)
    return names
  }
}

/** What fills the variables: inputs of the node, or the fields of the item that have their names. */
async function valuesOf(
  context: IExecuteFunctions,
  itemIndex: number,
  namesOf: () => Promise<string[]>,
): Promise<IDataObject> {
  const mode = context.getNodeParameter('variables.mappingMode', itemIndex, 'defineBelow')
  if (mode === 'autoMapInputData') {
    const { json = {} } = context.getInputData()[itemIndex] ?? {}
    return filled(Object.fromEntries((await namesOf()).map((name) => [name, json[name]])))
  }
  return filled(readObject(context, 'variables.value', itemIndex))
}

/** An input that is empty is left to the template. */
function filled(values: IDataObject): IDataObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

const settings = ['version', 'scale', 'width', 'quality', 'effort', 'transparent'] as const

function settingsOf(options: IDataObject): IDataObject {
  const given = settings.filter((name) => options[name] !== undefined && options[name] !== 0)
  return Object.fromEntries(given.map((name) => [name, options[name]]))
}

/** `createRenderImage()` renders an image for each item. */
export function createRenderImage(context: IExecuteFunctions) {
  const namesOf = createNamesOf(context)

  async function render(template: Chosen, itemIndex: number): Promise<Image> {
    const options = readObject(context, 'options', itemIndex)
    const metadata = readObject(context, 'options.metadata', itemIndex)
    const body = {
      template_id: template.id,
      values: await valuesOf(context, itemIndex, () => namesOf(template.id, itemIndex)),
      formats: [context.getNodeParameter('format', itemIndex, 'png')],
      ...settingsOf(options),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    }
    const headers = { 'Idempotency-Key': requestKey(context, itemIndex, body) }
    return callApi<Image>(context, { method: 'POST', path: '/v1/images', body, headers, itemIndex })
  }

  return async (itemIndex: number): Promise<INodeExecutionData[]> => {
    const template = chosenIn(context, 'template', itemIndex)
    const image = await naming({ id: template.id, name: `The template ${template.label}` }, () =>
      render(template, itemIndex),
    )
    return [await imageItem(context, { image, itemIndex })]
  }
}
