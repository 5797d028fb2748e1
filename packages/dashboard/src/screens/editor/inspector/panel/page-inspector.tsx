import { pageProperties } from '@pictable/renderer/property-schemas'
import { Scaling } from 'lucide-react'
import { useMemo } from 'react'
import { DocumentColors } from '#dashboard/screens/editor/inspector/document-colors.tsx'
import { type Edit, editPart, mapEdit } from '#dashboard/screens/editor/inspector/edit.ts'
import { AdditionParts, Properties } from '#dashboard/screens/editor/inspector/properties.tsx'
import { Addition, ClosedSection, Section } from '#dashboard/screens/editor/inspector/section.tsx'
import { useProperty } from '#dashboard/screens/editor/inspector/use-property.ts'
import {
  isAddition,
  type Shown,
  shownPart,
  shownProperties,
} from '#dashboard/screens/editor/properties/presentation.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { gridColumns, toggleGrid, toggleSafeArea } from '#dashboard/screens/editor/session/page-aids.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { Button } from '#dashboard/ui/button.tsx'

const PAGE = ['page'] as const

/** A template whose editor keeps nothing has no such key. */
function withoutEmpty(edit: Edit): Edit {
  return mapEdit(edit, (change) => (before, target) => {
    const value = change(before, target)
    return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value
  })
}

/** Guides, grid, safe area and locks: what the editor keeps in the template. */
function Aid({ shown }: { shown: Shown }) {
  const session = useSession()
  const { written, edit } = useProperty(PAGE, 'editor')
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  const value = partAt(written, shown.name)
  const part = editPart(withoutEmpty(edit), shown.name, {})
  const isPresent = value !== undefined
  // Layers are locked where they are.
  if (!isPresent && (isReadOnly || shown.name === 'locked')) return null
  const add = () => {
    if (shown.name === 'grid' && gridColumns(session.state.document).length === 0) toggleGrid(session)
    else if (shown.name === 'safeArea') toggleSafeArea(session)
    else part.set(() => ({ x: [], y: [] }))
  }
  return (
    <Addition
      title={titleOf(shown.name)}
      isPresent={isPresent}
      onAdd={isReadOnly ? undefined : add}
      onRemove={isReadOnly ? undefined : () => part.set(() => undefined)}
    >
      <AdditionParts shown={shown} written={value} edit={part} />
    </Addition>
  )
}

/** Sizes by what they are for, and what becomes of the layers. */
function ResizeButton() {
  const session = useSession()
  const isReadOnly = useEditor(({ readOnly }) => readOnly !== null)
  if (isReadOnly) return null
  return (
    <div className="mt-2">
      <Button size="small" icon={<Scaling />} onClick={() => session.set({ dialog: 'page-size' })}>
        {t('editor.page_size')}
      </Button>
    </div>
  )
}

/** The page itself: shown while nothing is selected. */
export function PageInspector() {
  const { list, aids } = useMemo(() => {
    const schemas = pageProperties()
    const parts = Object.entries(schemas.editor?.properties ?? {})
    return {
      list: shownProperties('page', schemas).filter(({ schema }) => !isAddition(schema)),
      aids: parts.map(([name, schema]) => shownPart('editor', name, schema)),
    }
  }, [])
  const inSection = (name: string) => list.filter(({ section }) => section === name)
  return (
    <>
      <div className="flex h-11 items-center border-b border-line px-3">
        <h2 className="font-semibold">{t('editor.page')}</h2>
      </div>
      <Section title={t('inspector.section_page')}>
        <Properties targets={PAGE} list={inSection('place')} />
        <ResizeButton />
      </Section>
      <Section title={t('inspector.section_fill')}>
        <Properties targets={PAGE} list={inSection('fill')} />
      </Section>
      <DocumentColors />
      {aids.map((shown) => (
        <Aid key={shown.name} shown={shown} />
      ))}
      <ClosedSection title={t('inspector.section_more')}>
        <Properties targets={PAGE} list={inSection('more')} />
      </ClosedSection>
    </>
  )
}
