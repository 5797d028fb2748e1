import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CodeBlock } from './code-block.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface ShownOnceProps {
  title: string
  description: string
  /** What is never shown again. */
  secret: string
  /** Says that one has kept it. */
  kept: string
  onClose: () => void
  /** Beside the button that closes it. */
  actions?: ReactNode
  /** What to do with it. */
  children?: ReactNode
}

/** A secret, the once that it is shown: no press beside it closes it. */
export function ShownOnce({ title, description, secret, kept, onClose, actions, children }: ShownOnceProps) {
  return (
    <Dialog open stays wide={children !== undefined} onClose={onClose} title={title} description={description}>
      <div className="grid gap-4">
        <CodeBlock samples={[{ name: 'secret', code: secret }]} />
        {children}
        <DialogActions>
          {actions}
          <Button look="primary" onClick={onClose}>
            {kept}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
