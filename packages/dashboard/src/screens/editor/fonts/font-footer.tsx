import { Globe, Upload } from 'lucide-react'
import { t } from '#dashboard/strings/fonts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { FileButton } from '#dashboard/ui/fields/file-button.tsx'
import type { useGoogle } from './use-google.ts'

interface FontFooterProps {
  readonly google: ReturnType<typeof useGoogle>
  readonly sought: string
  readonly isBusy: boolean
  readonly onFile: (file: File) => void
}

function helpOf({ problem, asked, found, isSearching }: FontFooterProps['google'], sought: string): string | undefined {
  if (problem !== undefined) return problem
  if (asked !== undefined && !isSearching && found.length === 0) return t('fonts.google_none', { name: asked })
  return sought === '' ? t('fonts.google_help') : undefined
}

/** Fonts that are not in the list: of Google Fonts, or of this computer. */
export function FontFooter({ google, sought, isBusy, onFile }: FontFooterProps) {
  const name = sought.trim()
  const help = helpOf(google, name)
  return (
    <div className="grid gap-1.5 border-t border-line p-2">
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Globe />}
          busy={google.isSearching}
          disabled={name === ''}
          onClick={() => google.ask(name)}
        >
          {t('fonts.search_google')}
        </Button>
        <FileButton
          size="small"
          icon={<Upload />}
          busy={isBusy}
          accept=".ttf,.otf,.woff,.woff2"
          onFiles={([file]) => file && onFile(file)}
        >
          {t('fonts.upload')}
        </FileButton>
      </div>
      {help !== undefined && (
        <p role="status" className="text-xs wrap-anywhere text-ink-soft">
          {help}
        </p>
      )}
    </div>
  )
}
