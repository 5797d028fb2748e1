import type { AuditEntry } from '#core/access/audit-entry.ts'
import type { LoginLink, Session, User } from '#core/access/user.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'

export interface UserData extends EditableResources<User> {
  /** Whatever its capitals. */
  findByEmail(email: string): Promise<User | null>
  /** Inside a transaction the user stays as it is until its end. */
  lock(id: string): Promise<User | null>
  /** Whether an owner can log in. */
  hasOwner(): Promise<boolean>
  /** Ids of the owners who can log in. Inside a transaction they stay as they are until its end. */
  lockOwners(): Promise<string[]>
}

export interface SessionData {
  insert(session: Session): Promise<void>
  /** With its user; null when there is none, or it is over. */
  find(hash: string, at: { now: Date; usedSince: Date }): Promise<{ session: Session; user: User } | null>
  get(id: string): Promise<Session | null>
  /** Newest first; those that are over are left out. */
  listOf(userId: string, at: { now: Date; usedSince: Date }): Promise<Session[]>
  /** Notes that it was used, and so was its user. */
  touch(id: string, at: Date): Promise<void>
  /** @returns whether it was there */
  delete(id: string, userId: string): Promise<boolean>
  deleteAllOf(userId: string): Promise<void>
  deleteOver(at: { now: Date; usedSince: Date }): Promise<void>
}

export interface LoginLinkData {
  insert(link: LoginLink): Promise<void>
  find(hash: string): Promise<LoginLink | null>
  /** Takes the link, and with it every other for the same user; whoever comes second gets null. */
  take(hash: string): Promise<LoginLink | null>
  deleteAllOf(userId: string): Promise<void>
  deleteExpired(at: Date): Promise<void>
}

export interface AuditData {
  insert(entry: AuditEntry): Promise<void>
  /** Newest first. */
  list(options: ListOptions & { callerId?: string; resourceId?: string }): Promise<Listing<AuditEntry>>
  /** @param id the first one that is kept */
  deleteBefore(id: string): Promise<void>
}
