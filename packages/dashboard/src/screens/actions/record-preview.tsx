import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { direction } from '#dashboard/api/direction.ts'
import type { Preview } from '#dashboard/api/types.ts'
import { PreviewPicture } from '#dashboard/parts/images/preview-picture.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { isSame } from '#dashboard/ui/is-same.ts'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import { type ActionDraft, drawnOutputs, placeBody } from './draft/action-draft.ts'
import type { Body } from './draft/types.ts'

/** What a picture needs of the draft; where the outcome is written does not matter here. */
export function pictureAsIf(draft: ActionDraft, isPlain: boolean): Body {
  const { place, template_id, mapping, view, filter } = draft
  if (isPlain) return {}
  const outputs = drawnOutputs(draft)
  return { ...placeBody(place), template_id, mapping: { ...mapping }, view, filter, outputs, write_back: null }
}

/** The output that is drawn. */
export interface Drawn {
  output_name?: string
}

const isRightToLeft = direction() === 'rtl'
const [back, onward] = isRightToLeft ? (['→', '←'] as const) : (['←', '→'] as const)

/** Which key leads to which record, as the arrows on the buttons point. */
export const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', isRightToLeft ? -1 : 1],
  ['ArrowLeft', isRightToLeft ? 1 : -1],
])

const worstCount = 8

/** The records that the design most likely breaks on, with their pictures and why they were chosen. */
export function useWorst(actionId: string, change: Body & Drawn, isWanted: boolean) {
  return useQuery({
    ...api.actions.preview.query({ params: { id: actionId }, body: { limit: worstCount, ...useSettled(change) } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // The records and the design may have changed since.
    staleTime: 0,
  })
}

/** The picture of one record as it would be. */
export function usePicture(actionId: string, change: Body & Drawn, recordId: string | undefined) {
  const settled = useSettled({ change, recordId })
  const result = useQuery({
    ...api.actions.preview.query({
      params: { id: actionId },
      body: { limit: 1, record_ids: [settled.recordId ?? ''], ...settled.change },
    }),
    enabled: settled.recordId !== undefined,
    placeholderData: keepPreviousData,
    // The records and the design may have changed since.
    staleTime: 0,
  })
  return { ...result, isBehind: result.isFetching || !isSame(settled, { change, recordId }) }
}

interface RecordPreviewProps {
  preview: Preview | undefined
  error: Error | null
  isBehind: boolean
  label: string
  place: number
  total: number
  isWorst: boolean
  onWorst: (isWorst: boolean) => void
  onStep: (step: 1 | -1) => void
}

/** The picture of the record that is looked at, and the way to the others. */
export function RecordPreview(props: RecordPreviewProps) {
  const { preview, error, isBehind, label, place, total, isWorst, onWorst, onStep } = props
  return (
    <section
      aria-label={t('actions.preview')}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 lg:sticky lg:top-4"
    >
      <PreviewPicture {...{ preview, error, isBehind, label }} className="max-h-[60vh]" />
      <div className="flex items-center gap-1">
        <IconButton
          label={t('actions.previous', { arrow: back })}
          icon={<ChevronLeft className="rtl:rotate-180" />}
          disabled={place <= 0}
          onClick={() => onStep(-1)}
        />
        <IconButton
          label={t('actions.next', { arrow: onward })}
          icon={<ChevronRight className="rtl:rotate-180" />}
          disabled={place >= total - 1}
          onClick={() => onStep(1)}
        />
        <p className="min-w-0 grow ps-1">
          <span dir="auto" className="block truncate font-medium">
            {label}
          </span>
          <span className="block text-[13px] text-ink-soft tabular-nums">
            {t('actions.place_of', { place: Math.min(place + 1, total), total })}
          </span>
        </p>
        <span className="flex items-center gap-2 text-[13px]">
          <Switch aria-label={t('actions.worst')} checked={isWorst} onChange={onWorst} />
          <span aria-hidden>{t('actions.worst')}</span>
        </span>
      </div>
      {isWorst && preview && (
        <ul className="grid gap-1 text-[13px] text-ink-soft">
          {preview.because.map(({ code, message }) => (
            <li key={code} dir="auto">
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
