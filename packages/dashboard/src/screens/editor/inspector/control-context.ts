import { type ComponentType, createContext, use } from 'react'
import type { BindingProps, ControlProps, OwnControlProps } from './control-props.ts'

/** The control of any property, for controls that hold others. */
export const ControlContext = createContext<ComponentType<ControlProps> | null>(null)

/** What opens the binding of any property; null where nothing can be bound. */
export const BindingContext = createContext<ComponentType<BindingProps> | null>(null)

/** The control that is made for one property of one kind. */
export const OwnControlContext = createContext<ComponentType<OwnControlProps> | null>(null)

export function useAnyControl(): ComponentType<ControlProps> {
  const control = use(ControlContext)
  if (control === null) throw new Error('a control of the inspector is outside of it')
  return control
}
