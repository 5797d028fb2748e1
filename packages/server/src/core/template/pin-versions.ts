import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import { found } from '#core/revision.ts'
import { notPublished } from './not-published.ts'

/** The published versions of templates by their ids. @throws AppError `not_found`, or `conflict` when one was never published */
export async function pinVersions(
  data: Pick<Data, 'templates'>,
  templateIds: readonly string[],
): Promise<Record<string, number>> {
  const pinned: Record<string, number> = {}
  for (const id of templateIds) {
    const template = found(await data.templates.get(id), 'template', id)
    if (template.publishedVersion === null) {
      const { code, message } = notPublished(template)
      throw new AppError(code, message)
    }
    pinned[id] = template.publishedVersion
  }
  return pinned
}
