import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/actions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { draftOf, listsOutputs, type OutputDraft } from './draft/action-draft.ts'
import { newOutput } from './draft/new-output.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { NamesAndUrls } from './names-and-urls.tsx'
import { OutputChoice } from './output-choice.tsx'
import { OutputForm } from './output-form.tsx'
import { OutputTemplate } from './output-template.tsx'
import { TemplateBy } from './template-by.tsx'
import { WriteBackFields } from './write-back-fields.tsx'
import { WriteCheck } from './write-check.tsx'

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
          <OtherOutput {...{ editor, mayWrite, place }} onMoved={setChosen} />
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
        <TemplateBy
          {...{ editor, mayWrite }}
          pointer="/outputs/0/template_by"
          value={draft.template_by}
          onChange={(chosen) => change({ template_by: chosen })}
        />
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
          <WriteCheck {...{ editor, mayWrite }} />
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
  /** Where it is now; where another one is shown, once it is removed. */
  onMoved: (place: number) => void
}

/** An output with a template, settings and cells of its own. */
function OtherOutput({ editor, mayWrite, place, onMoved }: OtherOutputProps) {
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
          label={t('actions.template')}
          chosen={output.template_id}
          error={errorAt(errors, `${pointer}/template_id`)}
          mayWrite={mayWrite}
          onChoose={(id) => set({ template_id: id })}
        />
        <TemplateBy
          {...{ editor, mayWrite }}
          pointer={`${pointer}/template_by`}
          value={output.template_by}
          onChange={(template_by) => set({ template_by })}
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
        {mayWrite && <OutputButtons {...{ editor, place, onMoved }} />}
      </div>
    </>
  )
}

const isCell = (key: string) => key === 'url' || key === 'attachment'

/** Moves or removes an output. The first one is that of the action: nothing moves before it. */
function OutputButtons({ editor, place, onMoved }: Omit<OtherOutputProps, 'mayWrite'>) {
  const { draft, change } = editor
  const [before, after] = [place > 1 ? draft.more[place - 2] : undefined, draft.more[place]]
  const move = (to: number) => {
    const others = draft.more.filter((_, index) => index !== place - 1)
    change({ more: [...others.slice(0, to - 1), ...draft.more.slice(place - 1, place), ...others.slice(to - 1)] })
    onMoved(to)
  }
  return (
    <div className="flex flex-wrap gap-2">
      {before && (
        <Button size="small" icon={<ArrowUp />} onClick={() => move(place - 1)}>
          {t('actions.move_output_before', { name: before.name })}
        </Button>
      )}
      {after && (
        <Button size="small" icon={<ArrowDown />} onClick={() => move(place + 1)}>
          {t('actions.move_output_after', { name: after.name })}
        </Button>
      )}
      <Button
        size="small"
        icon={<Trash2 />}
        onClick={() => {
          change({ more: draft.more.filter((_, index) => index !== place - 1) })
          onMoved(place - 1)
        }}
      >
        {t('actions.remove_output')}
      </Button>
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
