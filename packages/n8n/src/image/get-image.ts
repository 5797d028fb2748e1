import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Image } from '#n8n/api/answers.ts'
import { callApi } from '#n8n/api/call-api.ts'
import { naming } from '#n8n/api/naming.ts'
import { typedId } from '#n8n/fields/choose.ts'
import { imageItem } from './image-item.ts'

export async function getImage(context: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
  const id = typedId(context, 'imageId', itemIndex)
  const path = `/v1/images/${encodeURIComponent(id)}`
  const image = await naming({ id, name: `The image ${id}` }, () =>
    callApi<Image>(context, { method: 'GET', path, itemIndex }),
  )
  return [await imageItem(context, { image, itemIndex })]
}
