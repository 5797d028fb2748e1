import type { ReactNode } from 'react'
import { type DialogProps, usePopups } from './late-popups.ts'

/** Asks or shows something in front of the page; Escape closes it. */
export function Dialog(props: DialogProps) {
  const popups = usePopups(props.open)
  return popups && <popups.Dialog {...props} />
}

/** The buttons below a dialog's form: what is meant stands last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-10 -mb-5 flex flex-wrap justify-end gap-2 bg-raised pt-3 pb-5">{children}</div>
  )
}
