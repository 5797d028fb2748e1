import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from '#dashboard/api/toast.ts'
import { t } from '#dashboard/strings/t.ts'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'

const shownForMs = 1500

function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    copyText(text).then(
      () => setCopied(true),
      () => toast.failed(t('ui.copy_refused')),
    )
  }
  return { isCopied, copy }
}

/** Puts the text into the clipboard, and says so for a moment. */
export function CopyButton({ text, label = t('ui.copy') }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <IconButton
      size="small"
      label={isCopied ? t('ui.copied') : label}
      icon={isCopied ? <Check className="text-good" /> : <Copy />}
      onClick={copy}
    />
  )
}

/** An id that a press copies. */
export function CopyId({ id }: { id: string }) {
  const { isCopied, copy } = useCopy(id)
  return (
    <button
      type="button"
      aria-label={isCopied ? t('ui.copied') : t('ui.copy_id', { id })}
      onClick={copy}
      className="inline-flex max-w-full items-center gap-1 rounded bg-hover px-1.5 py-0.5 font-mono text-xs text-ink-soft hover:text-ink"
    >
      <span className="truncate">{id}</span>
      {isCopied ? <Check aria-hidden className="size-3 shrink-0" /> : <Copy aria-hidden className="size-3 shrink-0" />}
    </button>
  )
}
