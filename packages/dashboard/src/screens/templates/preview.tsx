import { CircleAlert, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import { t } from '#dashboard/strings/template-page.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import type { DrawnState } from './use-drawn.ts'

const looks = {
  error: { icon: CircleAlert, colors: 'bg-bad-soft text-bad' },
  warning: { icon: TriangleAlert, colors: 'bg-warn-soft text-warn' },
  information: { icon: Info, colors: 'bg-sunken text-ink-soft' },
} as const

interface RemarkProps {
  layer: string | null
  message: string
  severity: keyof typeof looks
  onReveal: (layer: string) => void
}

function Remark({ layer, message, severity, onReveal }: RemarkProps) {
  const { icon: Icon, colors } = looks[severity]
  return (
    <li className={`flex items-start gap-2 rounded-lg px-3 py-2 ${colors}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span dir="auto" className="min-w-0 grow break-words">
        {layer !== null && <strong className="font-medium">{layer}: </strong>}
        {message}
      </span>
      {layer !== null && (
        <Button size="small" onClick={() => onReveal(layer)}>
          {t('templates.show_layer')}
        </Button>
      )}
    </li>
  )
}

/** The picture, and what the server says of it. */
export function Preview({ state, onReveal }: { state: DrawnState; onReveal: (layer: string) => void }) {
  const { drawn, picture, isOlder, isDrawing, error } = state
  return (
    <div className="grid min-w-0 gap-2">
      <div className="relative grid min-h-40 place-items-center overflow-hidden rounded-lg border border-line bg-sunken p-3">
        {picture ? (
          <img
            src={picture.data}
            width={picture.width}
            height={picture.height}
            alt={t('templates.preview')}
            className={`h-auto max-h-[60vh] w-auto max-w-full rounded-sm shadow-sm ${isOlder ? 'opacity-50' : ''}`}
          />
        ) : (
          <p className="text-ink-soft">{isDrawing ? t('ui.loading') : t('templates.nothing_drawn')}</p>
        )}
        <div role="status" className="absolute start-2 top-2 flex gap-2">
          {isOlder && picture && <Badge tone="warn">{t('templates.older')}</Badge>}
          {isDrawing && (
            <span className="grid size-5 place-items-center rounded-full bg-raised text-ink-soft">
              <LoaderCircle aria-label={t('templates.drawing')} className="size-3.5 animate-spin" />
            </span>
          )}
        </div>
      </div>
      {error && <Failure error={error} />}
      {drawn && (drawn.error || drawn.warnings.length > 0) && (
        <ul aria-label={t('templates.remarks')} className="grid gap-1.5 text-[13px]">
          {drawn.error && <Remark {...drawn.error} severity="error" onReveal={onReveal} />}
          {drawn.warnings.map((warning) => (
            <Remark key={`${warning.layer} ${warning.message}`} {...warning} onReveal={onReveal} />
          ))}
        </ul>
      )}
    </div>
  )
}
