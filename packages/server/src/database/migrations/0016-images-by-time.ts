import { type Kysely, sql } from 'kysely'

/**
 * Ids sort by the time at which a run was asked for; an image is made later, and looked for by when it was made. They lie on
 * disk in that order, so ranges of pages are enough to know, and keeping images costs no more.
 */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  await sql.raw('create index images_by_time on images using brin (created_at)').execute(kysely)
}
