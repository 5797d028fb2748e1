import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'

/** Adds the last statements to a transaction. */
type Last = (data: Data) => Promise<void>

/** The data of one request, whose work commits together with its answer. */
export interface UnitOfWork {
  /**
   * Reads and writes as usual until its first transaction. That one stays open, and everything after it happens inside.
   * After the commit each transaction ends by itself: what goes on then may wait for other systems.
   */
  data: Data
  /** Does `last` in the open transaction, or in a new one when there is none, and commits. */
  commit(last: Last): Promise<void>
  /** Undoes the open transaction. */
  rollBack(): Promise<void>
}

interface OpenTransaction {
  data: Data
  committed: Promise<void>
  end(last: Last): void
}

const brokenOff = () =>
  new AppError(
    'unavailable',
    'The database cancelled this request because it conflicted with another one. Send it again.',
  )

const undone = new Error('The transaction is undone on request')
const undo: Last = async () => {
  throw undone
}

/** Work waits for nothing but the database from its first transaction on: the embedded database serves one transaction at a time. */
export function openUnitOfWork(data: Data): UnitOfWork {
  let open: OpenTransaction | null = null
  let isOver = false

  function begin<Result>(work: (data: Data) => Promise<Result>): Promise<Result> {
    const began = Promise.withResolvers<Result>()
    const ending = Promise.withResolvers<Last>()
    let isGoingOn = false
    const committed = data.transaction(async (inside) => {
      // Its result has been used already: only the whole request can be repeated.
      if (isGoingOn) throw brokenOff()
      const result = await work(inside)
      isGoingOn = true
      open = { data: inside, committed, end: ending.resolve }
      began.resolve(result)
      const last = await ending.promise
      await last(inside)
    })
    committed.catch(began.reject)
    return began.promise
  }

  async function end(last: Last): Promise<void> {
    const ended = open
    open = null
    isOver = true
    ended?.end(last)
    await ended?.committed
  }

  const transaction: Data['transaction'] = (work) =>
    open === null && !isOver ? begin(work) : (open?.data ?? data).transaction(work)
  return {
    data: new Proxy(data, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(open?.data ?? target, name)),
    }),
    commit(last) {
      if (open !== null) return end(last)
      isOver = true
      return data.transaction(last)
    },
    rollBack: () =>
      end(undo).catch((error) => {
        if (error !== undone) throw error
      }),
  }
}
