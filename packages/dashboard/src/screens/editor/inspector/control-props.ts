import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import type { Edit, Target } from './edit.ts'

/** What every control gets. */
export interface ControlProps {
  /** Of the element that the label of the property is for. */
  readonly id: string
  readonly label: string
  readonly shown: Shown
  /** Written, else what the format does by itself; Mixed where layers differ; undefined where there is nothing. */
  readonly value: unknown
  readonly edit: Edit
  /** Only changed once it is done, such as the size of the page. */
  readonly isCalm?: boolean
  /** It may be absent. */
  readonly isOptional?: boolean
  /** No field can fill it. */
  readonly isFixed?: boolean
  /** Said where there is no value, in place of the usual words. */
  readonly nothing?: string
  /** Expressions may take the place of its parts and entries. */
  readonly isComputable?: boolean | undefined
  /** Of `%`, by target. */
  readonly whole?: ((target: Target) => number | undefined) | undefined
}

/** What fills a property, and whether that is open. */
export interface BindingProps extends Pick<ControlProps, 'label' | 'shown' | 'edit'> {
  readonly written: unknown
  /** Written, else what the format does by itself. */
  readonly value: unknown
  readonly isBound: boolean
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Whether the binding of a property is open, and how that changes. */
export type OpenBinding = readonly [boolean, (isOpen: boolean) => void]

/** What the control gets that is made for one property of one kind of layer. */
export interface OwnControlProps {
  readonly targets: readonly Target[]
  readonly shown: Shown
  /** Those of the section, some of which are shown inside another one. */
  readonly list: readonly Shown[]
}
