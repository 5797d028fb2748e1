import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { smallPicture } from '#http/small-picture.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesThumbnail = bind(contract.templates.thumbnail)(async ({ world, params, query }) => {
  const { template, version } = await templateVersion(world, params.id, query.version)
  return smallPicture(world, { version, values: template.sample, widthPx: query.width })
})
