import type { UrlKey } from '#core/access/url-key.ts'
import type { SignedFile } from '#core/image/signed/signed-file.ts'
import type { SignedFileData, UrlKeyData } from '#core/ports/data/url-keys.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const urlKeys: ResourceTable<UrlKey> = {
  name: 'url_keys',
  ...mapperOf<UrlKey>({
    id: plain,
    name: plain,
    sealedSecret: plain,
    templateIds: jsonb(),
    allowPermanent: plain,
    rendersPerMinute: plain,
    rendersPerDay: plain,
    createdAt: plain,
    lastUsedAt: plain,
    revokedAt: plain,
  }),
}

export function urlKeyData(executor: Executor): UrlKeyData {
  return {
    ...resources(executor, urlKeys),
    async revoke(id, at) {
      const text = 'update url_keys set revoked_at = $2 where id = $1 and revoked_at is null returning id'
      return (await rowOf(executor, text, [id, at])) !== null
    },
    async touch(id, at) {
      await rowsOf(executor, 'update url_keys set last_used_at = $2 where id = $1', [id, at])
    },
  }
}

/** `bigint` would be handed over as text. */
const fileColumns = 'fingerprint, format, hash, size_bytes::float8 as size_bytes, created_at, good_until'

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
      return rowOf<SignedFile>(executor, text, [fingerprint, at])
    },
    async keep({ fingerprint, format, hash, sizeBytes, createdAt, goodUntil }) {
      await rowsOf(executor, keep, [fingerprint, format, hash, sizeBytes, createdAt, goodUntil])
    },
    async old({ at, maxBytes, limit, skip = 0 }) {
      return rowsOf<SignedFile>(executor, old, [at, maxBytes, limit, skip])
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
