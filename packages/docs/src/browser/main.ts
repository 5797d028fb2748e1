import { addCopyButtons } from './copy-code.ts'
import { copyLinks } from './copy-links.ts'
import { openMenuByButton } from './menu.ts'
import { markPlace } from './place.ts'
import { openSearchByKeys } from './search-opener.ts'
import { letTablesScroll } from './tables.ts'
import { switchTheme } from './theme.ts'

// Without this script a page has no control that it would need: those are hidden until now.
document.documentElement.classList.add('is-live')

switchTheme()
openMenuByButton()
openSearchByKeys()
addCopyButtons()
copyLinks()
letTablesScroll()
markPlace()
