import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Replace, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/t.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { draftOf, listsOutputs, type OutputDraft } from './draft/action-draft.ts'
import { newOutput } from './draft/new-output.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { NamesAndUrls } from './names-and-urls.tsx'
import { OutputChoice } from './output-choice.tsx'
import { OutputForm } from './output-form.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { WriteBackFields } from './write-back-fields.tsx'

interface OutputTabProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** What is made, where it is kept, and what is written back into the table. */
export function OutputTab({ editor, mayWrite }: OutputTabProps) {
  const { more } = editor.draft
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, more.length)
  const add = () => {
    editor.change({ more: [...more, newOutput(editor.draft)] })
    setChosen(more.length + 1)
  }
  return (
    <div className="grid gap-6">
      <OutputChoice {...{ editor, mayWrite, place, onChoose: setChosen, onAdd: add }} />
      <div key={place} className="grid gap-10 lg:grid-cols-2">
        {place === 0 ? (
          <FirstOutput {...{ editor, mayWrite }} />
        ) : (
          <OtherOutput {...{ editor, mayWrite, place }} onRemoved={() => setChosen(place - 1)} />
        )}
      </div>
      <NamesAndUrls {...{ editor, mayWrite }} />
    </div>
  )
}

function FirstOutput({ editor, mayWrite }: OutputTabProps) {
  const { draft, saved, change, errors } = editor
  const isListed = listsOutputs(draftOf(saved), draft)
  const isSeveral = draft.more.length > 0
  const { write_back: cells } = draft
  const hasImage = cells.url !== undefined || cells.attachment !== undefined
  return (
    <>
      <Section title={t('actions.output')}>
        {isSeveral && (
          <TextField
            label={t('actions.output_name')}
            error={errorAt(errors, '/outputs/0/name')}
            disabled={!mayWrite}
            value={draft.output_name}
            onChange={(typed) => change({ output_name: typed })}
          />
        )}
        <OutputForm
          {...{ mayWrite, errors }}
          value={draft.output}
          pointer={isListed ? '/outputs/0' : '/output'}
          onChange={(output) => change({ output })}
        />
      </Section>
      <div className="grid content-start gap-6">
        <Section title={t('actions.write_back')}>
          {isSeveral && <p className="text-ink-soft">{t('actions.write_back_first')}</p>}
          <WriteBackFields
            {...{ editor, mayWrite, cells }}
            saved={saved.write_back}
            pointerOf={(key) => (isListed && isCell(key) ? `/outputs/0/write_back/${key}` : `/write_back/${key}`)}
            isAsked={(key) => key !== 'refill_empty' || hasImage || isSeveral}
            onChange={(changed) => change({ write_back: changed })}
          />
        </Section>
        <Kept />
      </div>
    </>
  )
}

interface OtherOutputProps extends OutputTabProps {
  /** Among all outputs, from 1. */
  place: number
  onRemoved: () => void
}

/** An output with a template, settings and cells of its own. */
function OtherOutput({ editor, mayWrite, place, onRemoved }: OtherOutputProps) {
  const { draft, saved, change, errors } = editor
  const output = draft.more[place - 1]
  if (output === undefined) return null
  const pointer = `/outputs/${place}`
  const set = (part: Partial<OutputDraft>) =>
    change({ more: draft.more.map((one, index) => (index === place - 1 ? { ...one, ...part } : one)) })
  const before = saved.outputs.find(({ name }) => name === output.name)
  return (
    <>
      <Section title={t('actions.output')}>
        <TextField
          label={t('actions.output_name')}
          error={errorAt(errors, `${pointer}/name`)}
          disabled={!mayWrite}
          value={output.name}
          onChange={(name) => set({ name })}
        />
        <OutputTemplate
          chosen={output.template_id}
          error={errorAt(errors, `${pointer}/template_id`)}
          mayWrite={mayWrite}
          onChoose={(id) => set({ template_id: id })}
        />
        <OutputForm
          {...{ mayWrite, errors, pointer }}
          value={output.output}
          onChange={(settings) => set({ output: settings })}
        />
      </Section>
      <div className="grid content-start gap-6">
        <Section title={t('actions.write_back')}>
          <WriteBackFields
            {...{ editor, mayWrite }}
            cells={output.write_back}
            saved={before?.write_back ?? null}
            pointerOf={(key) => `${pointer}/write_back/${key}`}
            isAsked={isCell}
            onChange={(cells) => set({ write_back: cells })}
          />
        </Section>
        {mayWrite && (
          <div>
            <Button
              icon={<Trash2 />}
              onClick={() => {
                change({ more: draft.more.filter((one) => one !== output) })
                onRemoved()
              }}
            >
              {t('actions.remove_output')}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const isCell = (key: string) => key === 'url' || key === 'attachment'

interface OutputTemplateProps {
  chosen: string
  error: string | undefined
  mayWrite: boolean
  onChoose: (id: string) => void
}

function OutputTemplate({ chosen, error, mayWrite, onChoose }: OutputTemplateProps) {
  const [isOpen, setOpen] = useState(false)
  const template = useQuery(api.templates.get.query({ params: { id: chosen } })).data
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{t('actions.template')}</span>
      <span className="flex flex-wrap items-center gap-3">
        <span dir="auto" className="min-w-0 truncate">
          {template?.name ?? chosen}
        </span>
        {mayWrite && (
          <Button size="small" icon={<Replace />} onClick={() => setOpen(true)}>
            {t('actions.other_template')}
          </Button>
        )}
      </span>
      {error !== undefined && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      {isOpen && (
        <TemplateDialog
          chosen={chosen}
          onClose={() => setOpen(false)}
          onChoose={(id) => {
            setOpen(false)
            onChoose(id)
          }}
        />
      )}
    </div>
  )
}

function Kept() {
  const settings = useQuery(api.settings.get.query()).data
  if (!settings) return null
  return (
    <Section title={t('actions.kept')}>
      <p className="break-words text-ink-soft">
        {t('actions.kept_place', { place: settings.storage.place, url: settings.public_url })}
      </p>
      {settings.public_url_problem !== null && (
        <p className="flex gap-3 rounded-lg bg-warn-soft p-3 text-warn">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">
            {t('actions.address_problem', { url: settings.public_url, problem: settings.public_url_problem })}
          </span>
        </p>
      )}
    </Section>
  )
}
