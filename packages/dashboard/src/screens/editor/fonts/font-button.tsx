import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'

const FontPicker = lazily(() => import('./font-picker.tsx'), 'FontPicker')

interface FontButtonProps {
  readonly chosen: string | undefined
  /** Of the selected layers, what names the family; undefined where only a part of a layer has it. */
  readonly property?: string | undefined
  /** Only families with these letters are shown first; default: all families, beside the words of the selected layers. */
  readonly lacking?: string
  readonly onChoose: (family: string) => void
  readonly className: string
  /** Of a button without words. */
  readonly label?: string
  readonly children: ReactNode
}

/** Opens the picker, which is loaded then. */
export function FontButton(props: FontButtonProps) {
  const { chosen, property, lacking, onChoose, className, label, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={className}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <FontPicker
            button={button}
            chosen={chosen}
            property={property}
            lacking={lacking}
            onChoose={onChoose}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
