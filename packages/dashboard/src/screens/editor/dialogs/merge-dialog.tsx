import { compareSides, type MergePart, mergeSides, openDocument, type Side } from '@pictable/editor'
import type { TemplateInput } from '@pictable/renderer/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { client } from '#dashboard/api/client.ts'
import { sentValues } from '#dashboard/parts/templates/sent-values.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { toDesign } from '#dashboard/parts/templates/to-design.ts'
import { PicturesAgain } from '#dashboard/parts/versions/pictures-again.tsx'
import { reasonOf, usePicture } from '#dashboard/parts/versions/use-picture.ts'
import type { Draft } from '#dashboard/screens/editor/drafts/server-draft.ts'
import { useDraftState, useSync } from '#dashboard/screens/editor/drafts/use-draft.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogActions } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

interface Sides {
  readonly base?: TemplateInput
  readonly ours: TemplateInput
  readonly theirs: TemplateInput
}

const sides = ['ours', 'theirs'] as const

/** Twice as wide as it is shown, for fine screens. */
const WIDTH_PX = 640

/** A design as the server draws it with the values that are shown. */
function Drawing({ label, design }: { label: string; design: TemplateInput }) {
  const { values } = useSession().state
  const sent = useMemo(() => sentValues(design, values), [design, values])
  const picture = usePicture({ design, values: sent, widthPx: WIDTH_PX })
  const reason = reasonOf(picture)
  const image = picture.data?.image
  return (
    <figure className="grid min-w-0 grid-rows-[auto_minmax(0,1fr)] gap-1.5">
      <figcaption className="font-medium">{label}</figcaption>
      <div className="grid h-44 place-items-center rounded-lg border border-line bg-sunken p-2">
        {reason !== undefined && <p className="text-center text-[13px] text-bad">{reason}</p>}
        {reason === undefined && image && (
          <img src={image.data} alt="" className="max-h-40 max-w-full object-contain shadow-sm" />
        )}
      </div>
      <PicturesAgain pictures={[picture]} />
    </figure>
  )
}

interface PartProps {
  part: MergePart
  chosen: Side
  names: Readonly<Record<Side, string>>
  onChoose: (side: Side) => void
}

/** One layer: which side it is taken from. */
function Part({ part, chosen, names, onChoose }: PartProps) {
  const name = part.name ?? t('editor.page')
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-b border-line py-2">
      <legend className="sr-only">{name}</legend>
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden dir="auto" className="truncate font-medium">
          {name}
        </span>
        {part.isConflict && <Badge tone="warn">{t('editor.merge_both')}</Badge>}
      </span>
      <span className="flex overflow-hidden rounded-lg border border-line">
        {sides.map((side) => (
          <label
            key={side}
            className="flex min-w-36 cursor-pointer items-baseline gap-1.5 px-3 py-1.5 has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={part.key}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="sr-only"
            />
            <bdi>{names[side]}</bdi>
            <span className="text-xs opacity-80">{t(`editor.merge_${part[side]}`)}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}

/** Why the chosen layers do not fit together. */
function errorOf(design: TemplateInput): string | null {
  try {
    openDocument(design)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface MergeFormProps {
  designs: Sides
  draft: Draft
  names: Readonly<Record<Side, string>>
}

function MergeForm({ designs, draft, names }: MergeFormProps) {
  const [session, sync] = [useSession(), useSync()]
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const parts = useMemo(() => compareSides(designs), [designs])
  // Pictures are drawn again for another design, not for each time that the page is.
  const merged = useMemo(() => mergeSides(designs, choices), [designs, choices])
  const error = errorOf(merged)
  const merge = useMutation({
    mutationFn: () => sync.merge(merged, draft),
    onSuccess: () => session.set({ dialog: null }),
  })
  const { mutate } = merge
  const isSame = parts.length === 0
  useEffect(() => {
    if (isSame) mutate()
  }, [isSame, mutate])
  const chooseAll = (side: Side) => setChoices(new Map(parts.map(({ key }) => [key, side])))
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Drawing label={names.ours} design={designs.ours} />
        <Drawing label={names.theirs} design={designs.theirs} />
        <Drawing label={t('editor.merge_result')} design={merged} />
      </div>
      <div>
        <div className="flex justify-end gap-2 pb-1">
          {sides.map((side) => (
            <Button key={side} size="small" look="quiet" onClick={() => chooseAll(side)}>
              {t('editor.merge_all', { side: names[side] })}
            </Button>
          ))}
        </div>
        {parts.map((part) => (
          <Part
            key={part.key}
            part={part}
            names={names}
            chosen={choices.get(part.key) ?? part.suggested}
            onChoose={(side) => setChoices(new Map([...choices, [part.key, side]]))}
          />
        ))}
      </div>
      {error !== null && (
        <p role="alert" className="text-bad">
          {t('editor.merge_invalid', { reason: error })}
        </p>
      )}
      <DialogActions>
        <Button look="primary" busy={merge.isPending} disabled={error !== null} onClick={() => merge.mutate()}>
          {t('editor.merge')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** What both sides began with, what they have, and the draft that the merged design replaces. */
async function readSides(options: { id: string; with: 'draft' | 'version'; baseVersion: number; ours: TemplateInput }) {
  const { id, ours, baseVersion } = options
  const draft = await client.drafts.get({ params: { id } })
  if (options.with === 'draft') return { draft, designs: { ours, theirs: toDesign(draft.design) } }
  const [theirs, base] = await Promise.all(
    [draft.latest_version, baseVersion].map((version) => client.templates.version({ params: { id, version } })),
  )
  return { draft, designs: { ours, base: toDesign(base?.design), theirs: toDesign(theirs?.design) } }
}

/** Someone else changed the template: both designs, layer by layer. Nothing is decided until the user merges. */
export function MergeDialog({ template }: { template: OpenTemplate }) {
  const session = useSession()
  const conflict = useDraftState(({ mode }) => (mode.name === 'conflict' ? mode.with : null))
  const baseVersion = useDraftState((state) => state.baseVersion)
  const ours = session.state.document.design
  const { data, error, refetch } = useQuery({
    queryKey: ['merge', template.id, conflict, baseVersion],
    queryFn: () => readSides({ id: template.id, with: conflict ?? 'draft', baseVersion, ours }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (conflict === null) return null
  const version = data?.draft.latest_version ?? template.latest_version
  const by = data?.draft.updated_by ?? ''
  const theirs =
    conflict === 'version' ? t('editor.merge_version', { version }) : t('editor.merge_theirs', { name: by })
  return (
    <Dialog
      open
      stays
      place="full"
      onClose={() => session.set({ dialog: null })}
      title={t('editor.merge_title')}
      description={conflict === 'version' ? t('editor.merge_help_version', { version }) : t('editor.merge_help_draft')}
    >
      {error && <Failure error={error} again={() => refetch()} />}
      {data && <MergeForm designs={data.designs} draft={data.draft} names={{ ours: t('editor.merge_ours'), theirs }} />}
      {!data && !error && <Skeleton lines={8} />}
    </Dialog>
  )
}
