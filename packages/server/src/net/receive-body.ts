import type { Dispatcher } from 'undici'
import type { Share } from '#core/byte-budget.ts'
import { refusal } from '#net/policy/net-error.ts'
import { createBoundedBody } from './bounded-body.ts'
import type { Deadline } from './deadline.ts'
import type { ExchangeRequest } from './exchange.ts'
import { createFileBody } from './file-body.ts'

/** As much as a socket brings at a time. */
const pieceBytes = 64 * 1024
/** What every answer may bring without asking: neither small pictures nor those that drip take part in what is shared. */
const freeBytes = 2 * pieceBytes

export type IncomingBody = {
  /** Keeps what fits; answers false once something did not. */
  add(chunk: Uint8Array, controller: Dispatcher.DispatchController): boolean
  /** Ends the watch and gives back what was taken from the budget. */
  end(): void
  /** What came, once it has all come; nothing where it was saved into a file. */
  bytes(): Uint8Array | Promise<Uint8Array>
  /** Frees what has come. */
  drop(): void
}

type Receiving = {
  /** It is refused beyond these. */
  maxBytes: number
  /** What it comes to at most, by its own word or by ours. */
  mostBytes: number
  /** A file that takes it in place of memory. */
  saveTo: string | undefined
  deadline: Deadline
  fail: (error: unknown) => void
}

/** Ends an answer whose body comes too slowly. */
function watchRate(body: { readonly length: number }, request: ExchangeRequest, { fail }: Receiving): NodeJS.Timeout {
  const { rateWindowMs, minBytesPerSecond, url } = request
  let before = body.length
  return setInterval(() => {
    const bytesPerSecond = ((body.length - before) * 1000) / rateWindowMs
    before = body.length
    if (bytesPerSecond < minBytesPerSecond) fail(refusal('too_slow', url.hostname, 'its response is too slow'))
  }, rateWindowMs)
}

/** Takes in the body of an answer: not too slowly, and no more at a time than the budget has. */
export function receiveBody(request: ExchangeRequest, receiving: Receiving): IncomingBody {
  return receiving.saveTo === undefined
    ? receiveIntoMemory(request, receiving)
    : receiveIntoFile(receiving.saveTo, request, receiving)
}

function receiveIntoFile(path: string, request: ExchangeRequest, receiving: Receiving): IncomingBody {
  const body = createFileBody(path, receiving.maxBytes, receiving.fail)
  const rateTimer = watchRate(body, request, receiving)
  return {
    add: body.add,
    end: () => clearInterval(rateTimer),
    async bytes() {
      await body.saved()
      return new Uint8Array()
    },
    drop: body.drop,
  }
}

function receiveIntoMemory(request: ExchangeRequest, receiving: Receiving): IncomingBody {
  const { maxBytes, mostBytes, deadline } = receiving
  const { budget } = request
  const body = createBoundedBody(maxBytes)
  let share: Share | undefined
  let heldBytes = freeBytes
  let wake: (() => void) | undefined
  let rateTimer = watchRate(body, request, receiving)

  /** Asks for more before it is needed, by what has come and not by what is announced: who sends little holds little. */
  function makeRoom(controller: Dispatcher.DispatchController): void {
    const isEnough = heldBytes >= mostBytes || body.length + pieceBytes <= heldBytes
    if (budget === undefined || wake !== undefined || isEnough) return
    share ??= budget.open(mostBytes)
    heldBytes = Math.min(mostBytes, 2 * heldBytes)
    if (!share.grow(heldBytes, () => goOn(controller))) rest(controller)
  }

  /** That there is no room is not the host's fault: its time does not pass. */
  function rest(controller: Dispatcher.DispatchController): void {
    clearInterval(rateTimer)
    wake = deadline.rest()
    controller.pause()
  }

  function goOn(controller: Dispatcher.DispatchController): void {
    rateTimer = watchRate(body, request, receiving)
    wake?.()
    wake = undefined
    controller.resume()
  }

  return {
    add(chunk, controller) {
      const fits = body.add(chunk)
      if (fits) makeRoom(controller)
      return fits
    },
    end() {
      clearInterval(rateTimer)
      share?.release()
    },
    bytes: body.bytes,
    drop: body.drop,
  }
}
