import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { t } from '#dashboard/strings/t.ts'

export const toasts = Toast.createToastManager<Record<string, never>>()

type Added = Parameters<typeof toasts.add>[0]

/** What was said before the list of toasts was there; null from then on. */
let waiting: Added[] | null = []
let loadList = () => {}
let count = 0

/** @param load fetches the list, which is no part of the first load */
export function fetchListBy(load: () => void): void {
  loadList = load
  if (waiting?.length) load()
}

/** Called once by the list. */
export function showWaiting(): void {
  const early = waiting ?? []
  waiting = null
  for (const one of early) toasts.add(one)
}

function add(options: Added): string {
  count += 1
  const told = { ...options, id: `toast-${count}` }
  if (waiting) {
    waiting.push(told)
    loadList()
  } else toasts.add(told)
  return told.id
}

const undoableMs = 8000
/** As long as it takes to read on and decide. */
const NEXT_MS = 20_000

/** Says something in passing, from anywhere. */
export const toast = {
  /** @param next what can be done now; it closes the toast when it is chosen */
  done(title: string, next?: (close: () => void) => ReactNode): void {
    const id = add({
      ...{ title, type: 'done' },
      ...(next && { description: next(() => toasts.close(id)), timeout: NEXT_MS }),
    })
  },
  /** For what was done where something else may have been meant. */
  offered(title: string, description: string, other: { label: string; go: () => void }): void {
    const onClick = () => {
      toasts.close(id)
      other.go()
    }
    const id = add({
      title,
      description,
      type: 'done',
      timeout: NEXT_MS,
      actionProps: { children: other.label, onClick },
    })
  },
  /** For what is not as it should be, and passes or is handled elsewhere. */
  noted(title: string): void {
    add({ title, type: 'warned' })
  },
  /** @param cure what the person can do about it */
  failed(description: string, cure?: { label: string; go: () => void }): void {
    const actionProps = cure && { children: cure.label, onClick: cure.go }
    add({ title: t('error.title'), description, type: 'failed', timeout: 10_000, ...(cure && { actionProps }) })
  },
  /** For what was done and needs something else to be done; it stays until it is closed. */
  warned(title: string, description: string, cure: { label: string; go: () => void }): void {
    const actionProps = { children: cure.label, onClick: cure.go }
    add({ title, description, type: 'warned', timeout: 0, actionProps })
  },
  /** A part of the page is no longer where it was, or did not arrive. */
  partMissing(): void {
    add({
      title: t('ui.part_missing'),
      type: 'failed',
      timeout: 0,
      actionProps: { children: t('ui.reload'), onClick: () => location.reload() },
    })
  },
  /** For what was done already and can be taken back for a while. @returns how to close it before */
  undoable(title: string, undo: () => void): () => void {
    const id = add({
      title,
      type: 'done',
      timeout: undoableMs,
      actionProps: {
        children: t('ui.undo'),
        onClick: () => {
          toasts.close(id)
          undo()
        },
      },
    })
    return () => toasts.close(id)
  },
}
