import { ChevronDown } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazily } from '#dashboard/api/lazily.ts'
import { t } from '#dashboard/strings/editing.ts'

const FontPicker = lazily(() => import('./font-picker.tsx'), 'FontPicker')

interface FontButtonProps {
  readonly chosen: string | undefined
  readonly onChoose: (family: string) => void
}

/** Opens the picker, which is loaded then. */
export function FontButton({ chosen, onChoose }: FontButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('inspector.choose_font')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute inset-y-0 end-0 w-[24px] px-[5px] text-ink-soft hover:text-ink [&_svg]:size-3.5"
      >
        <ChevronDown aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <FontPicker
            anchor={button}
            chosen={chosen}
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
