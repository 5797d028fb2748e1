import type { ImageFormat } from '@pictable/model/image'
import type { UrlKey } from '#core/access/url-key.ts'
import type { SignedFile } from '#core/image/signed/signed-file.ts'
import type { SignedFileData, UrlKeyData } from '#core/ports/data/url-keys.ts'
import type { Executor } from './database.ts'
import { jsonOrNull } from './parameters.ts'
import { resources } from './resources.ts'
import { rowOf, rowsOf } from './statement.ts'

interface UrlKeyRow {
  id: string
  name: string
  sealed_secret: string
  template_ids: string[] | null
  allow_permanent: boolean
  renders_per_minute: number
  renders_per_day: number
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const urlKeys = {
  name: 'url_keys',
  columns: {
    id: ({ id }: UrlKey) => id,
    name: ({ name }: UrlKey) => name,
    sealed_secret: ({ sealedSecret }: UrlKey) => sealedSecret,
    template_ids: ({ templateIds }: UrlKey) => jsonOrNull(templateIds),
    allow_permanent: ({ allowPermanent }: UrlKey) => allowPermanent,
    renders_per_minute: ({ rendersPerMinute }: UrlKey) => rendersPerMinute,
    renders_per_day: ({ rendersPerDay }: UrlKey) => rendersPerDay,
    created_at: ({ createdAt }: UrlKey) => createdAt,
    last_used_at: ({ lastUsedAt }: UrlKey) => lastUsedAt,
    revoked_at: ({ revokedAt }: UrlKey) => revokedAt,
  },
  fromRow: (row: UrlKeyRow): UrlKey => ({
    id: row.id,
    name: row.name,
    sealedSecret: row.sealed_secret,
    templateIds: row.template_ids,
    allowPermanent: row.allow_permanent,
    rendersPerMinute: row.renders_per_minute,
    rendersPerDay: row.renders_per_day,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }),
}

export function urlKeyData(executor: Executor): UrlKeyData {
  return {
    ...resources<UrlKey, UrlKeyRow>(executor, urlKeys),
    async revoke(id, at) {
      const text = 'update url_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id'
      return (await rowOf(executor, text, [id, at])) !== null
    },
    async touch(id, at) {
      await rowsOf(executor, 'update url_keys set last_used_at = $2 where id = $1', [id, at])
    },
  }
}

interface SignedFileRow {
  fingerprint: string
  format: ImageFormat
  hash: string
  size_bytes: number
  created_at: Date
  good_until: Date
}

/** `bigint` would be handed over as text. */
const fileColumns = 'fingerprint, format, hash, size_bytes::float8 as size_bytes, created_at, good_until'

function toSignedFile(row: SignedFileRow): SignedFile {
  return {
    fingerprint: row.fingerprint,
    format: row.format,
    hash: row.hash,
    sizeBytes: row.size_bytes,
    createdAt: row.created_at,
    goodUntil: row.good_until,
  }
}

const keep = `
insert into signed_files (fingerprint, format, hash, size_bytes, created_at, good_until) values ($1, $2, $3, $4, $5, $6)
on conflict (fingerprint) do update set format = excluded.format, hash = excluded.hash,
  size_bytes = excluded.size_bytes, created_at = excluded.created_at, good_until = excluded.good_until`

const old = `
select ${fileColumns} from (
  select *, sum(size_bytes) over (order by created_at desc, fingerprint desc) as newer_bytes from signed_files
) files
where good_until <= $1 or newer_bytes > $2
order by created_at, fingerprint limit $3 offset $4`

const forget = `
delete from signed_files f using unnest($1::text[], $2::timestamptz[]) as gone (fingerprint, created_at)
where (f.fingerprint, f.created_at) = (gone.fingerprint, gone.created_at)`

export function signedFileData(executor: Executor): SignedFileData {
  return {
    async find(fingerprint, at) {
      const text = `select ${fileColumns} from signed_files where fingerprint = $1 and good_until > $2`
      const row = await rowOf<SignedFileRow>(executor, text, [fingerprint, at])
      return row && toSignedFile(row)
    },
    async keep({ fingerprint, format, hash, sizeBytes, createdAt, goodUntil }) {
      await rowsOf(executor, keep, [fingerprint, format, hash, sizeBytes, createdAt, goodUntil])
    },
    async old({ at, maxBytes, limit, skip = 0 }) {
      const rows = await rowsOf<SignedFileRow>(executor, old, [at, maxBytes, limit, skip])
      return rows.map(toSignedFile)
    },
    async forget(files) {
      if (files.length === 0) return
      await rowsOf(executor, forget, [
        files.map(({ fingerprint }) => fingerprint),
        files.map(({ createdAt }) => createdAt),
      ])
    },
  }
}
