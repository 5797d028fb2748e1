import { isFilled } from '@pictable/editor'
import { ChevronDown, Crop, ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { AssetName } from '#dashboard/parts/images/asset-name.tsx'
import { readScalar } from '#dashboard/parts/templates/read-scalar.ts'
import { FontButton } from '#dashboard/screens/editor/fonts/font-button.tsx'
import { isMixed, partAt, sharedValue } from '#dashboard/screens/editor/properties/values.ts'
import { croppedAt, startCrop } from '#dashboard/screens/editor/session/crop-actions.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { titleOf } from '#dashboard/strings/en/property-titles.ts'
import { IconButton } from '#dashboard/ui/button.tsx'
import { classNames } from '#dashboard/ui/class-names.ts'
import { Input } from '#dashboard/ui/fields/input.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { ColorControl } from './color-control.tsx'
import type { ControlProps } from './control-props.ts'
import { type Control, controlOf, numberControlOf, startOfVariant } from './controls.ts'
import { mapEdit } from './edit.ts'
import { FourControl } from './four-control.tsx'
import { ListControl } from './list-control.tsx'
import { MapControl } from './map-control.tsx'
import { NumberControl } from './number-control.tsx'
import { PaintControl } from './paint-control.tsx'
import { PartRows } from './part-rows.tsx'
import { TextControl } from './text-control.tsx'
import { readRows, readWords, rowsText, wordsText } from './written-lists.ts'

/** The family that comes first. */
const firstOf = (value: unknown) => [value].flat().find((family) => typeof family === 'string')

/** One of several forms of an object, such as the formats of a value. */
function VariantsControl({ variants, ...props }: ControlProps & { variants: ReturnType<typeof variantsOf> }) {
  const { id, value, edit, shown, isComputable } = props
  const chosen = variants.find(({ type }) => type === partAt(value, 'type'))
  return (
    <div className="grid gap-2">
      <ChoiceControl
        {...props}
        id={id}
        value={partAt(value, 'type')}
        shown={{ ...shown, schema: {} }}
        isOptional
        options={variants.map(({ type }) => type)}
        edit={mapEdit(edit, (change) => (before, target) => {
          const wanted = change(partAt(before, 'type'), target)
          const variant = variants.find(({ type }) => type === wanted)
          return variant && startOfVariant(variant.schema)
        })}
      />
      {chosen && (
        <PartRows
          parent={shown.name}
          properties={chosen.schema.properties ?? {}}
          required={chosen.schema.required}
          value={value}
          edit={edit}
          isComputable={isComputable}
        />
      )}
    </div>
  )
}

const variantsOf = (variants: Extract<NonNullable<ReturnType<typeof controlOf>>, { kind: 'variants' }>['variants']) =>
  variants.map((schema) => ({ schema, type: schema.properties?.type?.const }))

/** The source of a picture: typed, or chosen among assets, fields and the web. */
function PictureControl(props: ControlProps) {
  const session = useSession()
  const { label, edit, isFixed = false } = props
  const cropped = useEditor((state) => croppedAt(state, edit.path))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-1">
      <div>
        <TextControl {...props} write={String} read={String} />
        <AssetName value={props.value} withPicture />
      </div>
      <IconButton
        label={t('pictures.choose', { name: label })}
        icon={<ImagePlus />}
        onClick={() => session.set({ picking: { onPick: (src) => edit.replace(() => src), isFixed } })}
      />
      {cropped !== undefined && (
        <IconButton label={t('crop.command')} icon={<Crop />} onClick={() => startCrop(session, cropped)} />
      )}
    </div>
  )
}

/** What no schema limits, and yet is a code of few letters. */
const ONE_WORD: ReadonlySet<string> = new Set(['locale', 'language', 'currency'])

/** A text, or the source of a picture. */
function WrittenControl({ isLong, ...props }: ControlProps & { isLong: boolean }) {
  const { shown } = props
  if (shown.schema.kind === 'image') return <PictureControl {...props} />
  return (
    <TextControl
      {...props}
      isLong={isLong && !ONE_WORD.has(shown.name)}
      isMono={shown.name === 'svg'}
      write={String}
      read={String}
    />
  )
}

/** On, off, or on for some of several layers: then a press turns all on. */
function SwitchControl({ id, label, value, edit }: ControlProps) {
  const isSome = isMixed(value)
  // A press does not change what a record fills.
  const own = isSome ? sharedValue(value.values.filter((each) => !isFilled(each))) : value
  return (
    <span className="flex items-center gap-2">
      {isSome && (
        <span id={`${id}-note`} className="text-xs text-ink-soft">
          {t('inspector.mixed')}
        </span>
      )}
      <Switch
        id={id}
        aria-label={label}
        aria-describedby={isSome ? `${id}-note` : undefined}
        checked={own === true}
        isMixed={isMixed(own)}
        onChange={(isOn) => edit.set(() => isOn)}
      />
    </span>
  )
}

/** Families of fonts are typed by those who come by keyboard; a press anywhere chooses one. */
function WithFonts({ value, shown, edit, children }: ControlProps & { children: ReactNode }) {
  if (!/fontFamily$/i.test(shown.name)) return children
  return (
    <div className="relative">
      {children}
      <FontButton
        chosen={firstOf(value)}
        // A part of a layer has its own weight elsewhere.
        property={edit.path.length === 1 ? shown.name : undefined}
        onChoose={(family) => edit.set(() => family)}
        label={t('inspector.choose_font')}
        className={classNames(
          'absolute top-0 end-0 flex h-7 items-center justify-end rounded-md px-[5px] text-ink-soft hover:text-ink [&_svg]:size-3.5',
          // Several are a list that is typed.
          Array.isArray(value) ? 'w-[24px]' : 'w-full',
        )}
      >
        <ChevronDown aria-hidden />
      </FontButton>
    </div>
  )
}

/** A list in one line, such as the families of a font. */
function WordsControl({ kind, ...props }: ControlProps & { kind: Extract<Control, { kind: 'words' }> }) {
  const { id, value } = props
  // A line of text has no fields: what fills an entry would be lost.
  return Array.isArray(value) && value.some(isFilled) ? (
    <Input compact id={id} readOnly value={wordsText(value)} title={wordsText(value)} />
  ) : (
    <TextControl {...props} write={wordsText} read={(text) => readWords(text, kind)} />
  )
}

/** The control that suits a property. */
export function AnyControl(props: ControlProps) {
  const { shown, value, edit, isComputable } = props
  const control = controlOf(shown.schema)
  const number = numberControlOf(shown.schema)
  switch (control?.kind) {
    case 'number':
      return number && <NumberControl {...props} kind={number} />
    case 'text':
      return (
        <WithFonts {...props}>
          <WrittenControl {...props} isLong={control.isLong} />
        </WithFonts>
      )
    case 'scalar':
      return <TextControl {...props} write={String} read={readScalar} />
    case 'color':
      return <ColorControl {...props} />
    case 'paint':
      return <PaintControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} options={control.options} />
    case 'switch':
      return <SwitchControl {...props} />
    case 'four':
      return number && <FourControl {...props} kind={number} />
    case 'words':
      return (
        <WithFonts {...props}>
          <WordsControl {...props} kind={control} />
        </WithFonts>
      )
    case 'rows':
      return <TextControl {...props} isLong isMono write={rowsText} read={readRows} />
    case 'list':
      return <ListControl {...props} {...control} />
    case 'object':
      return (
        <PartRows
          parent={shown.name}
          properties={control.properties}
          required={shown.schema.required}
          start={shown.schema.default}
          {...{ value, edit, isComputable }}
        />
      )
    case 'map':
      return <MapControl {...props} item={control.item} />
    case 'variants':
      return <VariantsControl {...props} variants={variantsOf(control.variants)} />
    default:
      return <p className="text-ink-soft">{titleOf(shown.name)}</p>
  }
}
