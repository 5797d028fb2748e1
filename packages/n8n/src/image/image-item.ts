import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import type { Image } from '#n8n/api/answers.ts'
import { type Attachment, attachFile } from './attach-file.ts'

/** What most workflows need of an image. `warnings` says what should be checked, such as text that was cut off. */
function simplified({ report, ...image }: Image): object {
  const { id, url, urls, width, height, format, bytes, template_id, template_version, created_at } = image
  const { action_id, run_id, record_id, output, file_name, values, metadata } = image
  const { warnings } = report
  return {
    ...{ id, url, urls, width, height, format, bytes, file_name, template_id, template_version, action_id, run_id },
    ...{ record_id, output, values, metadata, warnings, created_at },
  }
}

/** `imageItem()` is an image as an item of n8n, with its file unless that is switched off. */
export async function imageItem(
  context: IExecuteFunctions,
  { image, itemIndex, format }: { image: Image; itemIndex: number; format?: Attachment['format'] },
): Promise<INodeExecutionData> {
  const isSimple = context.getNodeParameter('simplify', itemIndex, true)
  const json: IDataObject = { ...(isSimple ? simplified(image) : image) }
  if (!context.getNodeParameter('download', itemIndex, true)) return { json }
  const property = String(context.getNodeParameter('binaryPropertyName', itemIndex, 'data'))
  const attachment = { property, ...(format && { format }) }
  return { json, binary: await attachFile(context, { image, itemIndex, attachment }) }
}
