import { KINDS_WITHOUT_KEY } from '@pictable/model/field'
import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { errorAt } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/actions.ts'
import { CodeBlock } from '#dashboard/ui/code-block.tsx'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { isSame } from '#dashboard/ui/is-same.ts'
import { Section } from '#dashboard/ui/page.tsx'
import { draftOf } from './draft/action-draft.ts'
import type { ActionEditor } from './draft/use-action-draft.ts'
import { useTableFields } from './draft/use-table.ts'

interface NamesAndUrlsProps {
  editor: ActionEditor
  mayWrite: boolean
}

/** What the files of the images are called, and URLs that show the newest image of a record. */
export function NamesAndUrls({ editor, mayWrite }: NamesAndUrlsProps) {
  const { draft, change, errors } = editor
  return (
    <Section title={t('actions.names_and_urls')}>
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="content-start">
          <TextField
            label={t('actions.file_name')}
            help={t('actions.file_name_help', { example: '{{SKU}}-{{Name}}' })}
            error={errorAt(errors, '/file_name')}
            optional
            dir="auto"
            disabled={!mayWrite}
            value={draft.file_name}
            onChange={(typed) => change({ file_name: typed })}
          />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <div className="flex items-center gap-3">
            <Switch
              aria-label={t('actions.stable_urls')}
              checked={draft.stable_urls !== null}
              disabled={!mayWrite}
              onChange={(on) => change({ stable_urls: on ? { field: null, feed: false } : null })}
            />
            <span>
              <span className="block font-medium">{t('actions.stable_urls')}</span>
              <span className="block text-[13px] text-ink-soft">{t('actions.stable_urls_help')}</span>
            </span>
          </div>
          {draft.stable_urls !== null && <StableUrls {...{ editor, mayWrite, urls: draft.stable_urls }} />}
        </div>
      </div>
    </Section>
  )
}

interface StableUrlsProps extends NamesAndUrlsProps {
  urls: NonNullable<ActionEditor['draft']['stable_urls']>
}

const ofRecord = ''

function StableUrls({ editor, mayWrite, urls }: StableUrlsProps) {
  const { draft, saved, change, errors } = editor
  const known = useTableFields(draft.place).data?.results ?? []
  const fields = known.filter(({ id, kind }) => !KINDS_WITHOUT_KEY.has(kind) || id === urls.field)
  const isGone = urls.field !== null && known.length > 0 && !known.some(({ id }) => id === urls.field)
  const name = saved.stable_urls?.field?.name ?? urls.field ?? ''
  return (
    <>
      <Field
        label={t('actions.key')}
        help={t('actions.key_help')}
        error={errorAt(errors, '/stable_urls/field') ?? (isGone ? t('actions.field_gone', { name }) : undefined)}
      >
        {(control) => (
          <Select
            {...control}
            disabled={!mayWrite}
            options={[
              { value: ofRecord, label: t('actions.key_record_id') },
              ...fields.map((field) => ({ value: field.id, label: field.name })),
            ]}
            value={urls.field ?? ofRecord}
            onChange={(id) => change({ stable_urls: { ...urls, field: id === ofRecord ? null : id } })}
          />
        )}
      </Field>
      <div className="flex items-center gap-3">
        <Switch
          aria-label={t('actions.feed')}
          checked={urls.feed}
          disabled={!mayWrite}
          onChange={(feed) => change({ stable_urls: { ...urls, feed } })}
        />
        <span>
          <span className="block font-medium">{t('actions.feed')}</span>
          <span className="block text-[13px] text-ink-soft">{t('actions.feed_help')}</span>
        </span>
      </div>
      <SavedUrls editor={editor} />
    </>
  )
}

/** URLs to copy, or how to get them. */
function SavedUrls({ editor: { draft, saved } }: Pick<NamesAndUrlsProps, 'editor'>) {
  const read = useQuery(api.actions.get.query({ params: { id: saved.id } })).data
  const urls = (read ?? saved).stable_urls
  if (urls === null || !isSame(draftOf(saved).stable_urls, draft.stable_urls))
    return <p className="text-ink-soft">{t('actions.urls_unsaved')}</p>
  const { example_url: example, feed } = urls
  return (
    <>
      {example === null ? <p className="text-ink-soft">{t('actions.no_example')}</p> : <Example url={example} />}
      {feed && (
        <div className="grid min-w-0 gap-1.5">
          <span className="font-medium">{t('actions.feed_url')}</span>
          <CodeBlock
            samples={[
              { name: 'CSV', code: feed.csv_url },
              { name: 'XML', code: feed.xml_url },
            ]}
          />
        </div>
      )}
    </>
  )
}

function Example({ url }: { url: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{t('actions.example_url')}</span>
        <a href={url} target="_blank" rel="noreferrer" className="rounded text-[13px] underline">
          {t('actions.open_example')}
        </a>
      </span>
      <CodeBlock samples={[{ name: 'URL', code: url }]} />
    </div>
  )
}
