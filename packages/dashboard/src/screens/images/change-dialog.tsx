import { ApiError } from '@pictable/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { toast } from '#dashboard/api/toast.ts'
import { PreviewPicture } from '#dashboard/parts/images/preview-picture.tsx'
import { t } from '#dashboard/strings/images.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { Failure } from '#dashboard/ui/failure.tsx'
import { CheckboxLine } from '#dashboard/ui/fields/checkbox-line.tsx'
import { Combobox } from '#dashboard/ui/fields/combobox.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { DialogForm } from '#dashboard/ui/form-dialog.tsx'
import { isSame } from '#dashboard/ui/is-same.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useSettled } from '#dashboard/ui/use-settled.ts'
import { ChangeControl } from './change-control.tsx'
import {
  type ChangeableLayer,
  changeableLayers,
  type Modification,
  obstaclesOf,
  typedIn,
  type UnusedChange,
  withTyped,
} from './changeable.ts'
import { UnusedChanges } from './unused-changes.tsx'

interface ChangeDialogProps {
  actionId: string
  recordId: string
  /** What the image was rendered with, perhaps an older version than the next run uses. */
  templateId: string
  output: string | null
  onClose: () => void
}

/** Changes text, colour, position and crop in the images of one record, with a picture of how it will look. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { actionId, recordId, templateId: id } = props
  const template = useQuery(api.templates.get.query({ params: { id } }))
  const { published_version: published = null, latest_version: latest } = template.data ?? {}
  const isOlder = published !== null && published !== latest
  const older = useQuery({
    ...api.templates.version.query({ params: { id, version: String(published) } }),
    enabled: isOlder,
  })
  const stored = useQuery({
    queryKey: [...api.exceptions.get.key, actionId, recordId],
    queryFn: () => readException(actionId, recordId),
    // Someone else may have changed it since.
    staleTime: 0,
    gcTime: 0,
  })
  const error = template.error ?? older.error ?? stored.error
  const shown = isOlder ? older.data : template.data
  const layers = shown && changeableLayers(shown.design)
  return (
    <Dialog open stays wide onClose={props.onClose} title={t('images.change')} description={t('images.change_help')}>
      {error && <Failure error={error} />}
      {!error && (!layers || !stored.data) && <Skeleton lines={8} />}
      {layers && stored.data && <ChangeForm {...props} layers={layers} stored={stored.data} />}
    </Dialog>
  )
}

interface Stored {
  modifications: Modification[]
  unused: UnusedChange[]
  warnings: string[]
}

async function readException(id: string, recordId: string): Promise<Stored> {
  try {
    return await client.exceptions.get({ params: { id, record_id: recordId } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { modifications: [], unused: [], warnings: [] }
    throw error
  }
}

/** Saves what is changed, or removes it when nothing is, and renders the record again where a run applies it. */
function useSave({ actionId: id, recordId, onClose, stored }: ChangeFormProps) {
  const isRendered = obstaclesOf(stored).length === 0
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (modifications: Modification[]) => {
      const params = { id, record_id: recordId }
      if (modifications.length > 0) await client.exceptions.save({ params, body: { modifications } })
      else if (stored.modifications.length > 0) await client.exceptions.delete({ params })
      if (isRendered) await client.actions.run({ params: { id }, body: { record_ids: [recordId] } })
    },
    meta: { form: true },
    onSuccess: () => {
      for (const { key } of [api.exceptions.list, api.exceptions.get, api.runs.list, api.actions.preview])
        void queries.invalidateQueries({ queryKey: key })
      toast.done(t(isRendered ? 'images.change_saved' : 'images.change_only_saved'))
      onClose()
    },
  })
}

interface ChangeFormProps extends ChangeDialogProps {
  layers: readonly ChangeableLayer[]
  stored: Stored
}

function ChangeForm(props: ChangeFormProps) {
  const { layers, stored, output, onClose } = props
  const [modifications, setModifications] = useState(stored.modifications)
  const [name, setName] = useState(() => {
    const changed = layers.find((each) => stored.modifications.some((modification) => modification.name === each.name))
    return (changed ?? layers[0])?.name ?? null
  })
  const [isOwn, setOwn] = useState(output !== null)
  const save = useSave(props)
  const scope = isOwn && output !== null ? output : undefined
  const layer = layers.find((each) => each.name === name)
  const obstacles = obstaclesOf(stored)
  return (
    <DialogForm
      submit={t(obstacles.length === 0 ? 'images.change_save' : 'images.change_only_save')}
      isSending={save.isPending}
      isIncomplete={isSame(modifications, stored.modifications)}
      error={save.error}
      onSubmit={() => save.mutate(modifications)}
      onClose={onClose}
      beside={
        modifications.length > 0 && (
          <Button icon={<RotateCcw />} onClick={() => setModifications([])}>
            {t('images.change_reset')}
          </Button>
        )
      }
    >
      {obstacles.map((each) => (
        <p key={each} dir="auto" className="rounded-lg bg-warn-soft p-3 text-warn wrap-anywhere">
          {each}
        </p>
      ))}
      <UnusedChanges stored={stored} modifications={modifications} onChange={setModifications} />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Picture {...props} modifications={modifications} />
        <div className="grid content-start gap-4">
          <Field label={t('images.layer')}>
            {(control) => (
              <Combobox
                {...control}
                options={layers.map((each) => ({ value: each.name, label: each.path }))}
                value={name}
                onChange={(chosen) => chosen !== null && setName(chosen)}
              />
            )}
          </Field>
          {output !== null && (
            <CheckboxLine label={t('images.change_output', { output })} checked={isOwn} onChange={setOwn} />
          )}
          {layer && (
            <div className="grid grid-cols-2 gap-4">
              {layer.fields.map((field) => {
                const target = { layer: layer.name, scope }
                return (
                  <ChangeControl
                    key={`${layer.name} ${scope} ${field.key}`}
                    field={field}
                    typed={typedIn(modifications, field, target)}
                    onChange={(typed) => setModifications((before) => withTyped(before, field, { ...target, typed }))}
                  />
                )
              })}
            </div>
          )}
        </div>
      </div>
    </DialogForm>
  )
}

/** The record as it will look. */
function Picture({ actionId, recordId, output, modifications }: ChangeDialogProps & { modifications: Modification[] }) {
  const settled = useSettled(modifications)
  const body = { limit: 1, record_ids: [recordId], ...(output !== null && { output_name: output }) }
  const { data, error, isFetching } = useQuery({
    ...api.actions.preview.query({ params: { id: actionId }, body: { ...body, modifications: settled } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [preview] = data?.results ?? []
  const isBehind = isFetching || !isSame(settled, modifications)
  return (
    <PreviewPicture {...{ preview, error, isBehind }} label={preview?.label || recordId} className="max-h-[50vh]" />
  )
}
