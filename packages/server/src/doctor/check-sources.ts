import { join } from 'node:path'
import type { Config } from '#server/settings/config.ts'
import { readSourceFiles } from '#sources/index.ts'
import { type Finding, failed, ok } from './check.ts'

/** The descriptions of sources that users put into the data folder. */
export async function checkSources({ PICTABLE_DATA_DIR: dataDir }: Config): Promise<Finding> {
  const { descriptions, broken } = readSourceFiles(join(dataDir, 'sources'))
  if (broken.length > 0)
    return failed(
      broken.map(({ file, reason }) => `${file}: ${reason}`).join(' '),
      'Fix or remove the files: docs/guides/describe-a-source.md explains the format.',
    )
  const kinds = descriptions.map(({ description }) => description.kind)
  return ok(
    kinds.length === 0 ? 'no descriptions in the data folder' : `descriptions in the data folder: ${kinds.join(', ')}`,
  )
}
