import { type ComponentType, createContext, use } from 'react'
import type { ControlProps } from './control-props.ts'

/** The control of any property, for controls that hold others. */
export const ControlContext = createContext<ComponentType<ControlProps> | null>(null)

export function useAnyControl(): ComponentType<ControlProps> {
  const control = use(ControlContext)
  if (control === null) throw new Error('a control of the inspector is outside of it')
  return control
}
