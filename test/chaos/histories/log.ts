import type { Client } from '@pictable/client'

export type Run = Awaited<ReturnType<Client['runs']['get']>>
export type RunRecord = Awaited<ReturnType<Client['runs']['records']>>['results'][number]
export type Image = Awaited<ReturnType<Client['images']['list']>>['results'][number]
export type Row = Awaited<ReturnType<Client['tables']['rows']>>['results'][number]

/** What a client asked for. */
export type Asked =
  | { kind: 'trigger'; recordIds: readonly string[] | null; force: boolean }
  | { kind: 'status' | 'list' | 'saveTemplate' | 'editAction' | 'deleteAction' }
  | { kind: 'cancel' | 'retryFailed' | 'runRest'; runId: string }
  | { kind: 'addRow'; name: string }
  | { kind: 'editRow'; rowId: string; name: string }
  | { kind: 'deleteRow'; rowId: string }
  | { kind: 'deleteImage'; imageId: string }

/** A call and its answer, as the client saw them. Calls may overlap. Times are those of the machine's clock. */
export interface Call {
  asked: Asked
  beganMs: number
  /** When it was answered; infinite when nobody did: it was done then or not. */
  endedMs: number
  /** null when nobody answered. */
  status: number | null
  /** As it was answered: the run, all runs of the action, or what a trigger or a look at the status got. */
  run?: Run
  runs?: readonly Run[]
  tablesource?: Readonly<Record<string, unknown>>
  /** That serves the trigger. */
  runId?: string
  /** That was added. */
  rowId?: string
}

/** An event that a receiver took. */
export interface Taken {
  /** `webhook-id` */
  id: string
  event: string
  runId: string
  recordId: string | null
  createdAt: string
  body: string
}

/** What is there once nothing is under way any more. */
export interface Ending {
  hasAction: boolean
  runs: readonly { run: Run; records: readonly RunRecord[] }[]
  images: readonly Image[]
  rows: readonly Row[]
}

/** All that was seen from outside of one action. */
export interface Log {
  calls: readonly Call[]
  taken: readonly Taken[]
  /** null: something was still under way after the longest time that it may take. */
  ending: Ending | null
}

/** Rows of this name have a picture that no one may fetch: their records fail. */
export const isBroken = (name: string): boolean => name.endsWith('broken')

export const isDone = ({ status }: Call): boolean => status !== null && status >= 200 && status < 300
