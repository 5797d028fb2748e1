interface NoteProps {
  readonly id: string
  readonly className?: string | undefined
  readonly children: string | null
}

/** What became of something that was typed. */
export function Note({ id, className = '', children }: NoteProps) {
  return (
    <p
      id={id}
      role="status"
      className={children === null ? 'sr-only' : `col-span-full mt-1 text-xs leading-snug text-warn ${className}`}
    >
      {children}
    </p>
  )
}
