import type { TemplateValue } from '@pictable/model/value'
import { templateSchema } from '@pictable/renderer/template'
import { z } from 'zod'
import type { TemplateData } from '#core/ports/data/templates.ts'
import type { Template, TemplateVersion } from '#core/template/template.ts'
import { decodeCursor, toListing } from './cursor.ts'
import type { Executor } from './database.ts'
import { json } from './parameters.ts'
import { editableResources } from './resources.ts'
import { rowOf, rowsOf } from './statement.ts'

interface TemplateRow {
  id: string
  name: string
  latest_version: number
  published_version: number | null
  width: number
  height: number
  sample: Record<string, TemplateValue>
  revision: number
  created_at: Date
  updated_at: Date
}

interface VersionRow {
  template_id: string
  version: number
  design: unknown
  author: string | null
  note: string | null
  published_at: Date | null
  created_at: Date
}

const versionKey = z.tuple([z.int()])

function toVersion(row: VersionRow): TemplateVersion {
  return {
    templateId: row.template_id,
    version: row.version,
    design: templateSchema.parse(row.design),
    author: row.author,
    note: row.note,
    publishedAt: row.published_at,
    createdAt: row.created_at,
  }
}

const templates = {
  name: 'templates',
  inUse: 'An action uses this template. Delete the action first, or choose another template in it',
  columns: {
    id: ({ id }: Template) => id,
    name: ({ name }: Template) => name,
    latest_version: ({ latestVersion }: Template) => latestVersion,
    published_version: ({ publishedVersion }: Template) => publishedVersion,
    width: ({ width }: Template) => width,
    height: ({ height }: Template) => height,
    sample: ({ sample }: Template) => json(sample),
    revision: ({ revision }: Template) => revision,
    created_at: ({ createdAt }: Template) => createdAt,
    updated_at: ({ updatedAt }: Template) => updatedAt,
  },
  fromRow: (row: TemplateRow): Template => ({
    id: row.id,
    name: row.name,
    latestVersion: row.latest_version,
    publishedVersion: row.published_version,
    width: row.width,
    height: row.height,
    sample: row.sample,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }),
}

const insertVersion = `insert into template_versions
  (template_id, version, design, author, note, published_at, created_at) values ($1, $2, $3, $4, $5, $6, $7)`

const markPublished = `update template_versions set published_at = coalesce(published_at, $3)
  where template_id = $1 and version = $2 returning version`

const pruneVersions = `delete from template_versions v where template_id = $1 and published_at is null
  and version <= (
    select version from template_versions where template_id = $1 and published_at is null
    order by version desc offset $2 limit 1
  )
  and not exists (select from template_drafts d where d.template_id = $1 and d.base_version = v.version)`

/** Versions read lately: they never change, and every chunk of a run asks for the same one. */
export type KnownVersions = Map<string, TemplateVersion>
const mostKnown = 50

function remember(known: KnownVersions, key: string, version: TemplateVersion): TemplateVersion {
  const [oldest] = known.keys()
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
  known.set(key, version)
  return version
}

/** `known`: only what is committed goes there, so a transaction brings none. */
export function templateData(executor: Executor, known: KnownVersions = new Map()): TemplateData {
  return {
    ...editableResources(executor, templates),
    async insertVersion({ templateId, version, design, author, note, publishedAt, createdAt }) {
      const values = [templateId, version, json(design), author, note, publishedAt, createdAt]
      await rowsOf(executor, insertVersion, values)
    },
    async markPublished(templateId, version, at) {
      return (await rowOf(executor, markPublished, [templateId, version, at])) !== null
    },
    async pruneVersions(templateId, keep) {
      await rowsOf(executor, pruneVersions, [templateId, keep])
    },
    async getVersion(templateId, version) {
      const key = `${templateId} ${version}`
      const read = known.get(key)
      if (read) return read
      const text = 'select * from template_versions where template_id = $1 and version = $2'
      const row = await rowOf<VersionRow>(executor, text, [templateId, version])
      return row && remember(known, key, toVersion(row))
    },
    async listVersions(templateId, options) {
      const [before] = options.after === undefined ? [2 ** 31 - 1] : decodeCursor(options.after, versionKey)
      const rows = await rowsOf<VersionRow>(
        executor,
        'select * from template_versions where template_id = $1 and version < $2 order by version desc limit $3',
        [templateId, before, options.limit + 1],
      )
      return toListing(rows, options, { item: toVersion, key: ({ version }) => [version] })
    },
  }
}
