/** What became of something that was typed. */
export function Note({ id, children }: { id: string; children: string | null }) {
  return (
    <p id={id} role="status" className={children === null ? 'sr-only' : 'mt-1 text-xs leading-snug text-warn'}>
      {children}
    </p>
  )
}
