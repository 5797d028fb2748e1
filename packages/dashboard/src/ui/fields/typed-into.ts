/** Whether keys write into it, or choose: a check box and a colour take only those that press them. */
export function isTypedInto(element: Element): boolean {
  return element.matches('input:not([type="checkbox"], [type="color"]), textarea, select')
}
