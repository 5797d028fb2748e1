import type { LeaseData } from '#core/ports/data/leases.ts'
import type { Executor } from '#database/database.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

/** A lease that ends much later than any lasts was written by a clock that was ahead: it is over. */
const claim = `
insert into leases as l (name, owner, until) values ($1, $2, $3::timestamptz + make_interval(secs => $4))
on conflict (name) do update set owner = excluded.owner, until = excluded.until
where l.owner = $2 or l.until <= $3 or l.until > excluded.until + make_interval(secs => $4)
returning owner`

const release = 'delete from leases where name = $1 and owner = $2'

export function leaseData(executor: Executor): LeaseData {
  return {
    async claim(name, { owner, at, forMs }) {
      return (await rowOf<{ owner: string }>(executor, claim, [name, owner, at, forMs / 1000])) !== null
    },
    async release(name, owner) {
      await rowsOf(executor, release, [name, owner])
    },
  }
}
