import { openSearch, type Search } from '#docs/search/find.ts'
import { results } from './search-results.ts'

/** Loads the index once; a failure is tried again with the next question. */
let loading: Promise<Search> | undefined

async function load(): Promise<Search> {
  const response = await fetch(document.body.dataset.index ?? '')
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return openSearch(await response.json())
}

function searchIndex(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

interface Parts {
  dialog: HTMLDialogElement
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
}

function createParts(): Parts {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search the documentation')
  const input = document.createElement('input')
  const names = { type: 'search', placeholder: 'Search the documentation', autocomplete: 'off', spellcheck: 'false' }
  const combobox = { role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'found', 'aria-autocomplete': 'list' }
  for (const [name, value] of Object.entries({ ...names, ...combobox, 'aria-label': 'Search the documentation' }))
    input.setAttribute(name, value)
  const list = document.createElement('div')
  list.id = 'found'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Results')
  const status = document.createElement('p')
  status.className = 'search-status'
  status.setAttribute('role', 'status')
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  const line = document.createElement('div')
  line.className = 'search-line'
  line.append(input, close)
  dialog.append(line, status, list)
  document.body.append(dialog)
  return { dialog, input, list, status }
}

function options({ list }: Parts): HTMLAnchorElement[] {
  return [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')]
}

/** Marks one of the results, which Enter opens. */
function select(parts: Parts, at: number): void {
  const all = options(parts)
  const chosen = all[(at + all.length) % all.length]
  for (const option of all) option.ariaSelected = String(option === chosen)
  if (chosen === undefined) parts.input.removeAttribute('aria-activedescendant')
  else parts.input.setAttribute('aria-activedescendant', chosen.id)
  chosen?.scrollIntoView({ block: 'nearest' })
}

async function show(parts: Parts): Promise<void> {
  const { input, list, status } = parts
  const query = input.value.trim()
  let message = 'Type what you look for, such as “write back to Airtable” or “signature”.'
  let pages: ReturnType<Search['find']> = []
  if (query !== '') {
    status.textContent = 'Loading …'
    try {
      pages = (await searchIndex()).find(query)
      message = pages.length === 0 ? `Nothing was found for “${query}”. Try other words, or fewer.` : ''
    } catch {
      message = 'The search index could not be loaded. Check the connection, then type again.'
    }
  }
  // Something else was typed while the index came.
  if (input.value.trim() !== query) return
  list.replaceChildren(...results(pages))
  status.textContent = message
  status.classList.toggle('offscreen', message === '')
  if (message === '') status.textContent = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`
  input.ariaExpanded = String(pages.length > 0)
  select(parts, 0)
}

function useKeys(parts: Parts): void {
  const { input, dialog } = parts
  input.addEventListener('keydown', (event) => {
    const all = options(parts)
    const at = all.findIndex((option) => option.ariaSelected === 'true')
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) select(parts, at + step)
    else if (event.key === 'Enter') all[at]?.click()
    // A field for searching is emptied by the first Escape, and would only then let the second one close the dialog.
    else if (event.key === 'Escape') dialog.close()
    else return
    event.preventDefault()
  })
  input.addEventListener('input', () => void show(parts))
  dialog.addEventListener('click', ({ target }) => {
    // Beside it, or on a result: of a heading on this page the browser only scrolls.
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
}

let opened: Parts | undefined

/** Opens search over the page. */
export function openDialog(): void {
  if (opened === undefined) {
    opened = createParts()
    useKeys(opened)
  }
  if (!opened.dialog.open) opened.dialog.showModal()
  opened.input.select()
  void searchIndex().catch(() => {})
  void show(opened)
}
