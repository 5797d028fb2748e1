import type { LoadPicture } from '#core/image/load-picture.ts'
import { RecordError } from '#core/run/record-error.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { createFlight, type Flight, placesTaken } from './flight.ts'
import { boundAddressSpace, forkChild, readResidentBytes, stepBack } from './fork-child.ts'
import { type FromProcess, fromProcessSchema, type ProcessFailure, type ToProcess } from './messages.ts'
import { pictureTimeoutError, recordFailure } from './record-failure.ts'
import type { Task } from './task.ts'
import { createTemplateSender } from './template-sender.ts'
import { processorMs, startWorkClock, startWorkDeadline } from './work-clock.ts'

/** Records worked on at a time, so that one decodes while the other encodes. */
const places = 2
/** Tasks in all; the others wait for pictures. */
export const maxFlights = 8

/** Whether a deadline that was moved is over is not asked more often than this. */
const shortestLookMs = 100
/** Of work, of which a start needs one or two seconds. */
const startDeadlineMs = 30_000
const endDeadlineMs = 2000

export interface ProcessSettings {
  loadPicture: LoadPicture
  deadlineMs: number
  pictureDeadlineMs: number
  /** Told of pictures that are on their way to a process; how long in all some waited for others counts against no record. */
  pictureBudget: { hold(bytes: number): () => void; waitedMs(): number }
  /** What a process may reserve beyond what it holds when it is ready. */
  addressSpaceBytes: number
  sandbox: Sandbox
  /** Folder of compiled code, which halves the time of a start. */
  compiledFolder: string | undefined
}

/** How a process went. */
export interface ProcessEnd {
  /** What was in it. */
  flights: Flight[]
  /** The one whose deadline ended it. */
  expired: Flight | undefined
  wasReady: boolean
  /** It was asked to. */
  retired: boolean
  /** Exit code or signal, and its last words. */
  how: string
  lastWords: string
}

export interface ProcessEvents {
  ready(): void
  /** A place became free, or an answer came. */
  room(): void
  ended(end: ProcessEnd): void
}

export interface RenderProcess {
  readonly pid: number | undefined
  /** Answers given so far. */
  readonly renders: number
  /** Memory that it holds now; 0 where the system does not say. */
  readonly residentBytes: number
  /** Time of the processor that it has used; 0 where the system does not say. */
  readonly processorMs: number
  readonly state: 'starting' | 'ready' | 'retired' | 'ended'
  readonly flights: ReadonlyMap<number, Flight>
  hasRoomFor(task: Task): boolean
  run(task: Task): void
  /** Takes no more tasks and ends after the last one. */
  retire(): Promise<void>
}

/** `startRenderProcess()` starts a process that renders, and keeps the books of what is in it. */
export function startRenderProcess(settings: ProcessSettings, events: ProcessEvents): RenderProcess {
  const { child, lastWords } = forkChild(settings.sandbox, settings.compiledFolder)
  const flights = new Map<number, Flight>()
  let state: RenderProcess['state'] = 'starting'
  let wasReady = false
  let expired: Flight | undefined
  let renders = 0
  let endTimer: NodeJS.Timeout | undefined
  const over = Promise.withResolvers<void>()
  const startDeadline = startWorkDeadline(startWorkClock(child.pid), startDeadlineMs, kill)

  function kill(): void {
    child.kill('SIGKILL')
  }

  /** A process that is gone says so by its exit. */
  function send(message: ToProcess, sent = () => {}): void {
    if (child.connected) child.send(message, sent)
    else sent()
  }

  const sendTemplate = createTemplateSender(send)

  function beginStint(flight: Flight): void {
    const company = [...flights.values()].filter((other) => other !== flight && other.state === 'working')
    for (const other of company) other.hadCompany = true
    flight.hadCompany = company.length > 0
    flight.state = 'working'
    flight.worked = startWorkClock(child.pid)
    const limitMs = settings.deadlineMs * flight.task.timeShares - flight.task.usedMs
    flight.deadline = startWorkDeadline(flight.worked, limitMs, () => {
      expired = flight
      kill()
    })
  }

  function endStint(flight: Flight): void {
    flight.deadline?.stop()
    if (flight.state === 'working') flight.task.usedMs += flight.worked()
  }

  /** Those that have their pictures go before new ones. */
  function resume(): void {
    for (const flight of flights.values()) {
      if (flight.state !== 'resuming') continue
      if (placesTaken(flights.values()) + flight.task.places > places) break
      send({ type: 'resume', id: flight.task.id })
      beginStint(flight)
    }
    events.room()
  }

  /** The process holds it, so that we need not. */
  function give(flight: Flight, answer: Extract<ToProcess, { type: 'picture' | 'no-picture' }>): void {
    if (flights.get(flight.task.id) !== flight) return
    if (answer.type === 'picture') {
      const letGo = settings.pictureBudget.hold(answer.bytes.length)
      // One that hangs takes nothing: what others wait for must not wait for it.
      const latest = setTimeout(letGo, settings.deadlineMs)
      send(answer, () => {
        clearTimeout(latest)
        letGo()
      })
    } else send(answer)
    flight.awaited.delete(answer.loadId)
    if (flight.awaited.size > 0) return
    clearTimeout(flight.pictureDeadline)
    flight.pictureDeadline = undefined
    flight.state = 'resuming'
    resume()
  }

  function startPictureDeadline(flight: Flight): void {
    const { task, awaited } = flight
    const deadlineMs = settings.pictureDeadlineMs * task.timeShares
    const clockMs = () => performance.now() - settings.pictureBudget.waitedMs()
    const endsAtMs = clockMs() + deadlineMs
    const look = (afterMs: number) => {
      flight.pictureDeadline = setTimeout(() => {
        const leftMs = endsAtMs - clockMs()
        if (leftMs > 1) look(Math.max(leftMs, shortestLookMs))
        else task.settle(pictureTimeoutError(deadlineMs, [...awaited.values()]))
      }, afterMs)
    }
    look(deadlineMs)
  }

  async function loadFor(flight: Flight, { loadId, src }: { loadId: number; src: string }): Promise<void> {
    const { task } = flight
    const load = task.load ?? ((_src, signal, next) => next(src, signal))
    endStint(flight)
    flight.state = 'loading'
    flight.awaited.set(loadId, { src })
    if (flight.pictureDeadline === undefined) startPictureDeadline(flight)
    resume()
    try {
      give(flight, { type: 'picture', loadId, bytes: await load(src, task.over, settings.loadPicture) })
    } catch (error) {
      if (error instanceof RecordError) {
        const { code, message } = error
        give(flight, { type: 'no-picture', loadId, failure: { code, message } })
        return
      }
      // A failure of ours must not become a picture with its fallback in place.
      task.settle(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function finish(flight: Flight, message: Extract<FromProcess, { type: 'rendered' | 'failed' }>): void {
    const { task } = flight
    endStint(flight)
    clearTimeout(flight.pictureDeadline)
    flights.delete(task.id)
    renders++
    const failed = (failure: ProcessFailure, index: number) => recordFailure(failure, task.templates[index]?.design)
    if (message.type === 'failed') task.settle(failed(message.failure, 0))
    else
      task.settle(
        message.results.map((result, index) => ('failure' in result ? failed(result.failure, index) : result)),
      )
    resume()
    if (state === 'retired' && flights.size === 0) end()
  }

  async function becomeReady(): Promise<void> {
    if (child.pid !== undefined) {
      stepBack(child.pid)
      await boundAddressSpace(child.pid, settings.addressSpaceBytes)
    }
    startDeadline.stop()
    if (state !== 'starting') return
    wasReady = true
    state = 'ready'
    events.ready()
  }

  function receive(message: FromProcess): void {
    if (message.type === 'ready') {
      void becomeReady()
      return
    }
    const flight = flights.get(message.id)
    if (flight === undefined) return
    if (message.type === 'load') void loadFor(flight, message)
    else finish(flight, message)
  }

  function end(): void {
    if (state === 'ended') return
    if (child.connected) child.disconnect()
    endTimer ??= setTimeout(kill, endDeadlineMs)
  }

  function ended(how: string): void {
    if (state === 'ended') return
    const retired = state === 'retired'
    state = 'ended'
    startDeadline.stop()
    clearTimeout(endTimer)
    for (const flight of flights.values()) {
      flight.deadline?.stop()
      clearTimeout(flight.pictureDeadline)
    }
    const left = [...flights.values()]
    flights.clear()
    events.ended({ flights: left, expired, wasReady, retired, how, lastWords: lastWords() })
    over.resolve()
  }

  child.on('message', (json) => {
    const message = fromProcessSchema.safeParse(json)
    if (message.success) receive(message.data)
    else kill()
  })
  child.on('error', (error) => ended(error.message))
  child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`))

  return {
    pid: child.pid,
    get renders() {
      return renders
    },
    get residentBytes() {
      return readResidentBytes(child.pid)
    },
    get processorMs() {
      return processorMs(child.pid) ?? 0
    },
    get state() {
      return state
    },
    flights,
    hasRoomFor(task) {
      const all = [...flights.values()]
      if (state !== 'ready' || all.length >= maxFlights) return false
      return !all.some((flight) => flight.state === 'resuming') && placesTaken(all) + task.places <= places
    },
    run(task) {
      const flight = createFlight(task)
      flights.set(task.id, flight)
      for (const template of task.templates) sendTemplate(template)
      send(task.request)
      task.over.addEventListener('abort', () => flights.has(task.id) && send({ type: 'cancel', id: task.id }))
      beginStint(flight)
    },
    retire() {
      if (state !== 'ended') state = 'retired'
      if (flights.size === 0) end()
      return over.promise
    },
  }
}
